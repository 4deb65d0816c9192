import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { sendJson } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';

const STORAGE = 'GET /storage/sgdempresa/findPredeterminado';

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.close());

function subject(headers: { authorization?: string | undefined } | undefined): unknown {
  const [, payload = ''] = headers?.authorization?.split('.') ?? [];
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown }).sub;
}

describe('a host that returns codes as numbers', () => {
  it.each(['login', 'credentials'])('S29 S30 S31: still provides branch and tax id (%s)', async (which) => {
    const { token } = gateway.legacy.users.ana;
    const ruc = 20600000001;
    gateway.legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, 200, { token, sucursal: 12, ...(which === 'login' && { ruc }) });
    });
    gateway.legacy.on('GET /base/auth/credentials', (_hit, res) => {
      const person = { user: 'Ana', username: 70123456, charge: 'S', officeId: { id: 12 }, permissionsList: [] };
      sendJson(res, 200, { ...person, ...(which === 'credentials' && { ruc }) });
    });
    const browser = new Browser(gateway);
    const answer = await browser.signIn(gateway.legacy.users.ana);
    expect([answer.status, (answer.body as { username: string }).username]).toEqual([200, '70123456']);
    expect(gateway.legacy.hitsOf('/base/auth/credentials')[0]?.query).toEqual({ token, sucursal: '12' });
    await browser.get('/api/storage');
    expect(gateway.legacy.hits.at(-1)?.headers['nrodocumento']).toBe(String(ruc));
  });
});

describe('a storage figure that is not a number', () => {
  it.each(['"1e999"', '1e999', '"NaN"', '-1', '"-1"', '""'])('S31: %s is a broken answer', async (figure) => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    gateway.legacy.on(STORAGE, (_hit, res) => {
      res.end(`{"data":{"almacenamientoMaximo":100,"almacenamientoUsado":${figure}}}`);
    });
    const response = await browser.get('/api/storage');
    expect([response.status, kindOf(response)]).toEqual([502, 'upstream-broken']);
  });
});

const answering = (route: string, value: unknown) => {
  gateway.legacy.on(route, (_hit, res) => {
    sendJson(res, 200, value);
  });
};

describe('a company that stores nothing yet', () => {
  it('S31: null used bytes are 0', async () => {
    answering(STORAGE, { data: { almacenamientoMaximo: 100, almacenamientoUsado: null } });
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    expect((await browser.get('/api/storage')).body).toEqual({ almacenamientoMaximo: 100, almacenamientoUsado: 0 });
    answering(STORAGE, { data: { almacenamientoMaximo: null, almacenamientoUsado: 1 } });
    expect((await browser.get('/api/storage')).status).toBe(502);
  });
});

describe('a host with other field types', () => {
  const signedIn = async () => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    return browser;
  };

  it('S32: clients are still shown: coerced, empty, or raw as an unknown field', async () => {
    answering('GET /base/clients/', [
      { id: 1, phone: 987654321, active: 1, lat: '-12.04', name: null, claveInterna: 'no' },
      { id: 2, name: { es: 'Bodega' }, lat: '12° S', zona: 'Sur' },
      { id: 3, name: 'Óptica' },
    ]);
    const browser = await signedIn();
    const response = await browser.get('/api/clients');
    expect([response.status, response.body]).toEqual([
      200,
      [
        { id: 1, phone: '987654321', active: true, lat: -12.04 },
        { id: 2, zona: 'Sur', sinInterpretar: { name: { es: 'Bodega' }, lat: '12° S' } },
        { id: 3, name: 'Óptica' },
      ],
    ]);
    expect(response.headers['x-despacho-skipped-rows']).toBeUndefined();
  });

  it('S32: leaves out only rows without an id, and returns how many', async () => {
    answering('GET /base/clients/', [{ id: 1 }, { name: 'Sin id' }, { id: null }, null, { id: 'a/b' }]);
    const browser = await signedIn();
    const response = await browser.get('/api/clients');
    expect([response.status, response.body]).toEqual([200, [{ id: 1 }, { id: 'a/b' }]]);
    expect(response.headers['x-despacho-skipped-rows']).toBe('3');
    const lines = gateway.logLines().filter(({ event }) => event === 'rows.skipped');
    expect(lines).toEqual([expect.objectContaining({ operation: 'clients.list', rows: 3 })]);
    expect((await browser.get('/api/users')).headers['x-despacho-skipped-rows']).toBeUndefined();
  });

  it('S28 S32: a client without an id is the requested one', async () => {
    answering('GET /base/clients/7', { name: 'Bodega', phone: 1 });
    const browser = await signedIn();
    expect((await browser.get('/api/clients/7')).body).toEqual({ id: '7', name: 'Bodega', phone: '1' });
  });

  it('S32: ids above 2^53 stay as the host wrote them, and a write uses that exact row', async () => {
    gateway.legacy.on('GET /api/users/LIMA', (_hit, res) =>
      res.writeHead(200).end(
        `[{"id":9007199254740993,"username":"rosa","permissionsList":[]},
          {"id":9007199254740992,"username":"otra","permissionsList":[{"module":"G01"}]}]`,
      ),
    );
    const browser = await signedIn();
    const body: unknown = (await browser.get('/api/users')).body;
    expect((body as { id: string }[]).map(({ id }) => id)).toEqual(['9007199254740993', '9007199254740992']);
    await browser.post('/api/permission/9007199254740993', { permissionsList: [{ module: 'D01' }] });
    expect(gateway.legacy.hits.at(-1)?.path).toBe('/api/permission/9007199254740993');
  });

  it('S32: users are still shown, without an undocumented charge or module', async () => {
    answering('GET /api/users/LIMA', [
      { id: 1, username: 70123456, user: null, charge: null, permissionsList: null },
      { id: 2, charge: ['S'], permissionsList: ['G01', { module: 'D01' }, { module: ' G01 ' }] },
    ]);
    const browser = await signedIn();
    const response = await browser.get('/api/users');
    expect([response.status, response.body]).toEqual([
      200,
      [
        { id: 1, username: '70123456' },
        {
          id: 2,
          permissionsList: [{ module: 'D01' }],
          sinInterpretar: { charge: ['S'], permissionsList: ['G01', { module: ' G01 ' }] },
        },
      ],
    ]);
  });

  const PEOPLE: [what: string, fields: object, view: object][] = [
    ['no charge', { charge: null }, { charge: '' }],
    ['a charge that is a list', { charge: ['S'] }, { charge: '' }],
    ['a charge that is a record', { charge: { id: 'S' } }, { charge: '' }],
    ['no permission list', { permissionsList: null }, { permissionsList: [] }],
    ['modules as texts', { permissionsList: ['G01', '000'] }, { permissionsList: [] }],
    [
      'modules as numbers',
      { permissionsList: [{ module: 0 }, { module: 'D01' }] },
      { permissionsList: [{ module: 'D01' }] },
    ],
    ['no name', { user: null, username: null }, { user: 'ana', username: 'ana' }],
    ['a name that is a number', { user: 7 }, { user: '7' }],
    ['its office as a mere id', { officeId: 'LIMA' }, { officeId: { id: 'LIMA' } }],
  ];
  it.each(PEOPLE)('S30 S32: a user with %s signs in with only those permissions', async (_what, fields, view) => {
    answering('GET /base/auth/credentials', {
      user: 'Ana',
      username: 'ana',
      charge: 'A',
      officeId: { id: 'LIMA' },
      permissionsList: [{ module: 'D01' }],
      ...fields,
    });
    const browser = new Browser(gateway);
    const response = await browser.signIn(gateway.legacy.users.ana);
    expect([response.status, response.body]).toEqual([200, expect.objectContaining(view)]);
    expect((await browser.get('/api/users/CUSCO')).status).toBe(403);
  });

  it.each([[null], [{ id: null }], [{ id: ['LIMA'] }], ['LIMA/CUSCO'], ['LIMA%CUSCO'], ['..'], [true], [['LIMA']]])(
    'S30: a user whose office is %j cannot sign in',
    async (officeId) => {
      answering('GET /base/auth/credentials', { user: 'Ana', charge: 'S', officeId, permissionsList: [] });
      const response = await new Browser(gateway).signIn(gateway.legacy.users.ana);
      expect([response.status, kindOf(response)]).toEqual([502, 'upstream-broken']);
    },
  );
});

describe('a host that wraps its lists once', () => {
  it('S27 S28 S32: shows them, and saves with every field of an entry', async () => {
    const entry = { module: 'D01', desde: '2020', clave: 'x' };
    answering('GET /api/users/LIMA', { data: [{ id: 7, username: 'rosa', permissionsList: [entry] }] });
    answering('GET /base/clients/', { ok: true, data: [{ id: 7, name: 'Bodega' }, { name: 'Sin id' }] });
    answering('GET /base/clients/7', { data: { name: 'Bodega', phone: 1 } });
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    expect((await browser.get('/api/users')).body).toMatchObject([{ id: 7 }]);
    const clients = await browser.get('/api/clients');
    expect([clients.body, clients.headers['x-despacho-skipped-rows']]).toEqual([[{ id: 7, name: 'Bodega' }], '1']);
    expect((await browser.get('/api/clients/7')).body).toEqual({ id: '7', name: 'Bodega', phone: '1' });
    const permissionsList = [{ module: 'D01' }, { module: 'T02' }];
    expect((await browser.post('/api/permission/7', { permissionsList })).status).toBe(200);
    expect(JSON.parse(gateway.legacy.hits.at(-1)?.body ?? '')).toEqual({ permissionsList: [entry, { module: 'T02' }] });
  });
});

describe('a company among its own clients', () => {
  it('S28: is shown with its tax id', async () => {
    // Not one of the secrets that the witness searches for.
    const ruc = '20512345678';
    answering('GET /base/auth', { token: gateway.legacy.users.ana.token, ruc });
    answering('GET /base/clients/', [{ id: 7, name: 'Nosotros', taxId: ruc }]);
    answering('GET /base/clients/7', { id: 7, name: 'Nosotros', taxId: ruc, note: `RUC ${ruc}` });
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    expect((await browser.get('/api/clients')).body).toEqual([{ id: 7, name: 'Nosotros', taxId: ruc }]);
    expect((await browser.get('/api/clients/7')).body).toMatchObject({ taxId: ruc });
    // Nowhere else.
    answering('GET /api/users/LIMA', [{ id: 7, empresa: ruc, permissionsList: [] }]);
    expect((await browser.get('/api/users')).body).toEqual([{ id: 7, empresa: '…', permissionsList: [] }]);
  });
});

describe('a host without anything at the address of the sign-in', () => {
  it.each([404, 405, 410])('G19: %i looks like a wrong password, and is reported to the operator', async (status) => {
    gateway.legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, status, { message: 'Cannot GET /base/auth' });
    });
    const response = await new Browser(gateway).signIn(gateway.legacy.users.ana);
    expect([response.status, kindOf(response)]).toEqual([401, 'wrong-credentials']);
    expect(gateway.logLines().filter(({ event }) => event === 'host.fault')).toEqual([
      expect.objectContaining({ fault: 'sign-in-address', msg: expect.stringContaining('check BASE_URL') as unknown }),
    ]);
    expect(gateway.services.metrics.render()).toContain('gateway_host_faults_total{fault="sign-in-address"} 1');
  });
});

describe('a host that answers 404 to an unknown user', () => {
  it('G19: is not reported to the operator after a successful sign-in', async () => {
    await new Browser(gateway).signIn(gateway.legacy.users.ana);
    gateway.legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, 404, { message: 'no such user' });
    });
    const response = await new Browser(gateway).signIn({ ...gateway.legacy.users.ana, username: 'nadie' });
    expect([response.status, kindOf(response)]).toEqual([401, 'wrong-credentials']);
    expect(gateway.logLines().filter(({ event }) => event === 'host.fault')).toEqual([]);
  });
});

describe('a data host that answers 401', () => {
  it.each([
    [200, 403, 'upstream-refused'],
    [401, 401, 'session-ended'],
    [403, 401, 'session-ended'],
    [500, 503, 'unavailable'],
  ])('S10: causes one credentials call; its %i becomes %i', async (credentials, status, kind) => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    gateway.legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 401, { message: 'no' });
    });
    if (credentials !== 200)
      gateway.legacy.on('GET /base/auth/credentials', (_hit, res) => {
        sendJson(res, credentials, {});
      });
    gateway.legacy.hits.length = 0;
    const response = await browser.get('/api/clients');
    expect([response.status, kindOf(response)]).toEqual([status, kind]);
    expect(gateway.legacy.hitsOf('/base/auth/credentials')).toHaveLength(1);
  });
});

describe('a host that explains a refused save', () => {
  it.each([
    [{ message: ['El módulo T02 no existe', 'Avise a soporte'] }, 'El módulo T02 no existe. Avise a soporte'],
    [{ mensaje: 'El módulo T02 no existe' }, 'El módulo T02 no existe'],
  ])('S35: passes on %j', async (body, detail) => {
    gateway.legacy.on('POST /api/permission/3', (_hit, res) => {
      sendJson(res, 400, body);
    });
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    const response = await browser.post('/api/permission/3', { permissionsList: [{ module: 'T02' }] });
    expect([response.status, response.body]).toEqual([400, expect.objectContaining({ detail })]);
  });

  it('G27: survives a refusal that is nested too deeply', async () => {
    gateway.legacy.on('POST /api/permission/3', (_hit, res) =>
      res.writeHead(400).end(`{"message":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
    );
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    const response = await browser.post('/api/permission/3', { permissionsList: [] });
    expect([response.status, kindOf(response)]).toEqual([400, 'upstream-rejected']);
  });
});

describe('a host that names its offices', () => {
  it.each(['San Juan de Miraflores', 'Ñaña', 'Lima, Centro (N.° 3)', 'A&B: C'])(
    'S27 S30 G22: the office %j is encoded once on the wire',
    async (office) => {
      const { ana } = gateway.legacy.users;
      answering('GET /base/auth/credentials', {
        user: 'Ana',
        charge: 'S',
        officeId: { id: office },
        permissionsList: [{ module: 'G01' }],
      });
      const encoded = encodeURIComponent(office);
      const route = `/api/users/${encoded}`;
      answering(`GET ${route}`, [{ id: 7, user: 'Rosa', permissionsList: [] }]);
      const browser = new Browser(gateway);
      const signedIn = await browser.signIn(ana);
      expect(signedIn.body).toMatchObject({ officeId: { id: office } });
      expect((await browser.get('/api/users')).status).toBe(200);
      expect((await browser.get(route)).status).toBe(200);
      const saved = await browser.post(`/api/permission/7?officeId=${encoded}`, {
        permissionsList: [{ module: 'D01' }],
      });
      expect(saved.status).toBe(200);
      expect(gateway.legacy.hitsOf(route)).toHaveLength(3);
    },
  );
});

describe('a host with its own field names at login', () => {
  it('S29 S30 S31: provides branch token and tax id in the configured fields', async () => {
    const other = await startGateway({ LOGIN_BRANCH_FIELD: 'sede.token', LOGIN_TAX_ID_FIELD: 'empresaRuc' });
    const { token } = other.legacy.users.ana;
    other.legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, 200, { token, sede: { token: 'rama-7' }, sucursal: 'otra', empresaRuc: 20600000009, ruc: '1' });
    });
    const browser = new Browser(other);
    await browser.signIn(other.legacy.users.ana);
    expect(other.legacy.hitsOf('/base/auth/credentials')[0]?.query).toEqual({ token, sucursal: 'rama-7' });
    await browser.get('/api/storage');
    expect(other.legacy.hits.at(-1)?.headers['nrodocumento']).toBe('20600000009');
    await other.close();
  });
});

describe('an installation without the storage call', () => {
  it('S31: makes no call, reports it in its configuration, and starts without its account', async () => {
    const other = await startGateway({ STORAGE_URL: '', STORAGE_USER: '', STORAGE_PASSWORD: '' });
    const browser = new Browser(other);
    await browser.signIn(other.legacy.users.ana);
    other.legacy.hits.length = 0;
    const response = await browser.get('/api/storage');
    expect([response.status, kindOf(response)]).toEqual([503, 'unavailable']);
    expect(other.legacy.hits).toEqual([]);
    expect((await browser.get('/api/config')).body).toMatchObject({ sections: { storage: false } });
    await other.close();
  });
});

describe('a host with case-insensitive names', () => {
  it('gives one user to the dispatch service, however sucursal and name were typed', async () => {
    const { ana } = gateway.legacy.users;
    gateway.legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, 200, { token: ana.token });
    });
    gateway.legacy.on('GET /base/auth/credentials', (_hit, res) => {
      const permissionsList = [{ module: 'D01' }];
      sendJson(res, 200, { user: 'Ana', charge: 'S', officeId: { id: 'LIMA' }, permissionsList });
    });
    for (const [office, username] of [
      ['LIMA', 'ana'],
      ['lima', 'ANA'],
      [' Lima ', 'Ana'],
    ] as const) {
      const browser = new Browser(gateway);
      await browser.signIn({ ...ana, office, username });
      expect((await browser.get('/api/offices')).status).toBe(200);
    }
    const subjects = gateway.dispatch.hitsOf('/operations/offices').map(({ headers }) => subject(headers));
    expect(subjects).toEqual(['LIMA/ana', 'LIMA/ana', 'LIMA/ana']);
  });
});

describe('a stream opened while its session ends', () => {
  it('S42 S7: is refused', async () => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    const asked = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    gateway.dispatch.on('GET /operations/events', async (_hit, res) => {
      asked.resolve(undefined);
      await goOn.promise;
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: tarde\n\n');
      setTimeout(() => res.end(), 100);
    });
    const opening = browser.copy().get('/api/events');
    await asked.promise;
    await browser.post('/api/auth/logout');
    goOn.resolve(undefined);
    const response = await opening;
    expect([response.status, kindOf(response)]).toEqual([401, 'session-ended']);
    expect(gateway.services.streams.size).toBe(0);
  });
});
