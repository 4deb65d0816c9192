import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { sendJson } from './support/fake-upstream.ts';
import { people } from './support/legacy.ts';
import { type Gateway, SECRETS, startGateway } from './support/gateway.ts';

let gateway: Gateway;
let ana: Browser;
let gloria: Browser;
beforeAll(async () => {
  gateway = await startGateway();
  ana = new Browser(gateway);
  gloria = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
  await gloria.signIn(gateway.legacy.users.gloria);
});
afterAll(() => gateway.close());

beforeEach(() => {
  gateway.legacy.hits.length = 0;
  for (const [name, { modules }] of Object.entries(people())) gateway.legacy.users[name as 'ana'].modules = modules;
});

describe('users', () => {
  it('S27 S9: lists the users of the caller’s office by default, with the bearer token', async () => {
    const response = await gloria.get('/api/users');
    expect(response.status).toBe(200);
    expect((response.body as { username: string }[]).map(({ username }) => username)).toEqual([
      'ana',
      'gloria',
      'rosa',
      'nadie',
    ]);
    const [hit] = gateway.legacy.hitsOf('/api/users/LIMA');
    expect(hit?.headers.authorization).toBe(`Bearer ${gateway.legacy.users.gloria.token}`);
  });

  it('S9: naming one’s own office gives the same list; another requires charge S', async () => {
    expect((await gloria.get('/api/users/LIMA')).status).toBe(200);
    expect(kindOf(await gloria.get('/api/users/CUSCO'))).toBe('other-office');
    expect(gateway.legacy.hitsOf('/api/users/CUSCO')).toHaveLength(0);
    expect((await ana.get('/api/users/CUSCO')).body).toMatchObject([{ username: 'beto' }]);
  });

  it('S32: passes unknown fields to the browser unchanged, except secrets', async () => {
    const [first] = (await gloria.get('/api/users')).body as Record<string, unknown>[];
    expect(first).toMatchObject({ telefono: '999 888 777', interno: { rucEmpresa: 'x' } });
    expect(JSON.stringify(first)).not.toMatch(/hash|apiToken/i);
  });
});

describe('clients', () => {
  it('S28: returns the list and one client with every field except secrets', async () => {
    const list = await ana.get('/api/clients');
    expect(list.body).toEqual([
      { id: 7, name: 'Bodega Ñandú', segmento: { zona: 'Sur', prioridad: 3 } },
      { id: 'C-8', name: 'Óptica', historial: [{ nota: 'sí' }] },
    ]);
    expect((await ana.get('/api/clients/C-8')).body).toMatchObject({ name: 'Óptica' });
    expect(gateway.legacy.hits.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /base/clients/',
      'GET /base/clients/C-8',
    ]);
  });

  it('S34: returns 404 for an unknown client, without the host’s text', async () => {
    const response = await ana.get('/api/clients/999');
    expect(kindOf(response)).toBe('not-found');
    expect(response.text).not.toContain('db-legacy-7');
  });

  it.each([
    '',
    '/',
    '/a%2fb',
    '/..%2fauth',
    '/%00',
    '/a b',
    '/-x',
    '/caf%C3%A9',
    '/7/',
    '/7/x',
    `/${'x'.repeat(65)}`,
    '/7;a=b',
  ])('never calls the host for %j', async (id) => {
    const response = await ana.get(`/api/clients${encodeURI(id).replaceAll('%25', '%')}`);
    if (id === '') expect(response.status).toBe(200);
    else {
      expect([400, 404]).toContain(response.status);
      expect(gateway.legacy.hits).toHaveLength(0);
    }
  });
});

describe('storage', () => {
  it('S31 C4: sends three headers from session and environment, and returns only two figures', async () => {
    const response = await ana.get('/api/storage', { nroDocumento: '1', usuario: 'intruder', clave: 'intruder' });
    expect(response.body).toEqual({ almacenamientoMaximo: 107584000000, almacenamientoUsado: 67132416000 });
    const [hit] = gateway.legacy.hits;
    expect(hit?.path).toBe('/storage/sgdempresa/findPredeterminado');
    expect(hit?.headers).toMatchObject({
      nrodocumento: gateway.legacy.users.ana.ruc,
      usuario: SECRETS.STORAGE_USER,
      clave: SECRETS.STORAGE_PASSWORD,
    });
    expect(hit?.rawHeaders).toContain('nroDocumento');
    expect(hit?.headers.authorization).toBeUndefined();
  });

  it('S31: uses the configured tax id if the login names none', async () => {
    gateway.legacy.users.nadie.ruc = null;
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.nadie);
    await browser.get('/api/storage');
    expect(gateway.legacy.hits.at(-1)?.headers['nrodocumento']).toBe(SECRETS.STORAGE_TAX_ID);
  });

  it.each([
    [{}],
    [{ data: { almacenamientoMaximo: 'much', almacenamientoUsado: 1 } }],
    [{ data: { almacenamientoMaximo: -5, almacenamientoUsado: 1 } }],
  ])('S31: rejects the response %j', async (body) => {
    gateway.legacy.on('GET /storage/sgdempresa/findPredeterminado', (_hit, res) => {
      sendJson(res, 200, body);
    });
    expect(kindOf(await ana.get('/api/storage'))).toBe('upstream-broken');
    gateway.legacy.on('GET /storage/sgdempresa/findPredeterminado', undefined);
    expect((await ana.get('/api/storage')).status).toBe(200);
  });
});

describe('permissions', () => {
  const lists = (...codes: string[]) => ({ permissionsList: codes.map((module) => ({ module })) });
  const sent = () =>
    gateway.legacy.hits
      .filter(({ method }) => method === 'POST')
      .map(({ path, body }) => [path, JSON.parse(body) as unknown]);

  it('S27: a save sends the whole list without basedOn and with unknown codes', async () => {
    const response = await gloria.post('/api/permission/3', { ...lists('T02', '000', 'D01'), basedOn: ['T02', '000'] });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ id: '3', ...lists('T02', '000', 'D01', 'X99') });
    expect(sent()).toEqual([['/api/permission/3', lists('T02', '000', 'D01', 'X99')]]);
    const post = gateway.legacy.hits.find(({ method }) => method === 'POST');
    expect(post?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Bearer ${gateway.legacy.users.gloria.token}`,
    });
  });

  it('logs who changed what, before and after (G38)', async () => {
    await gloria.post('/api/permission/3', lists('T02'));
    expect(
      gateway
        .logLines()
        .filter(({ event }) => event === 'permissions.settled')
        .at(-1),
    ).toMatchObject({
      outcome: 'accepted',
      by: 'gloria',
      target: '3',
      officeId: 'LIMA',
      before: ['T02', '000', 'X99'],
      after: ['T02', 'X99'],
    });
  });

  it.each([
    ['herself', 'gloria', '2', '', ['G01'], 'permission-rule'],
    ['a module she lacks', 'gloria', '3', '', ['T02', '000', 'M01'], 'permission-rule'],
    ['a code nobody knows and she lacks', 'gloria', '3', '', ['T02', 'Z50'], 'permission-rule'],
    ['someone of another office', 'gloria', '5', '', ['G01'], 'not-found'],
    ['another office by name', 'gloria', '5', '?officeId=CUSCO', ['G01'], 'other-office'],
    ['the last G01 of an office', 'ana', '5', '?officeId=CUSCO', ['000'], 'permission-rule'],
    ['nobody', 'ana', '99', '', ['G01'], 'not-found'],
  ] as const)('S27: refuses a change of %s', async (_what, who, id, query, codes, kind) => {
    const response = await (who === 'ana' ? ana : gloria).post(`/api/permission/${id}${query}`, lists(...codes));
    expect(kindOf(response)).toBe(kind);
    expect(sent()).toEqual([]);
  });

  it('S27: charge S grants modules that they lack, in another office too', async () => {
    expect((await ana.post('/api/permission/5?officeId=CUSCO', lists('G01', 'D06'))).status).toBe(200);
    expect(sent()).toEqual([['/api/permission/5', lists('G01', 'D06')]]);
  });

  it('S27: reports a list changed meanwhile as a conflict, and sends nothing', async () => {
    gateway.legacy.users.rosa.modules = ['T02'];
    expect(kindOf(await gloria.post('/api/permission/3', { ...lists('T02', 'D01'), basedOn: ['T02', '000'] }))).toBe(
      'conflict',
    );
    expect(sent()).toEqual([]);
  });

  it('S35: passes on the host’s message about refused data, bounded and on one line', async () => {
    gateway.legacy.on('POST /api/permission/3', (_hit, res) => {
      sendJson(res, 400, { message: `No se puede.\r\n${'x'.repeat(1000)}`, stack: 'at secret.js' });
    });
    const response = await gloria.post('/api/permission/3', lists('T02'));
    gateway.legacy.on('POST /api/permission/3', undefined);
    expect(kindOf(response)).toBe('upstream-rejected');
    const { detail } = response.body as { detail: string };
    expect(detail).toMatch(/^No se puede\. x+$/);
    expect(detail).toHaveLength(300);
    expect(response.text).not.toContain('secret.js');
  });

  it('treats an empty 2xx of the host as success', async () => {
    gateway.legacy.on('POST /api/permission/3', (_hit, res) => {
      res.writeHead(200).end();
    });
    const response = await gloria.post('/api/permission/3', lists('T02'));
    gateway.legacy.on('POST /api/permission/3', undefined);
    expect([response.status, response.body]).toEqual([200, {}]);
  });
});

describe('the dispatch service', () => {
  it('receives a signed assertion, never the user’s token', async () => {
    expect((await gloria.get('/api/offices')).body).toEqual([{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
    const [hit] = gateway.dispatch.hitsOf('/operations/offices');
    const [, jwt = ''] = hit?.headers.authorization?.split(' ') ?? [];
    const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, number>;
    expect(claims).toMatchObject({
      sub: 'LIMA/gloria',
      username: 'gloria',
      company: gateway.legacy.users.gloria.ruc,
      officeId: 'LIMA',
      charge: 'A',
      modules: ['G01', 'D01'],
      iss: 'despacho-gateway',
      aud: 'despacho-operations',
    });
    expect((claims['exp'] ?? 0) - (claims['iat'] ?? 0)).toBeLessThanOrEqual(60);
    expect(JSON.stringify(hit)).not.toContain(gateway.legacy.users.gloria.token);
  });

  it('is optional: without it the documented calls still work', async () => {
    const alone = await startGateway({ OPERATIONS_URL: undefined, OPERATIONS_KEY: undefined });
    try {
      const browser = new Browser(alone);
      await browser.signIn(alone.legacy.users.ana);
      for (const path of ['/api/users', '/api/clients', '/api/clients/7', '/api/storage', '/api/auth/session'])
        expect((await browser.get(path)).status).toBe(200);
      for (const path of ['/api/offices', '/api/events']) {
        const response = await browser.get(path);
        expect(kindOf(response)).toBe('unavailable');
        expect(response.body).toMatchObject({ detail: 'Esta sección no está configurada en esta instalación.' });
      }
      expect((await browser.get('/api/config')).body).toMatchObject({ sections: { operations: false, tiles: true } });
    } finally {
      await alone.close();
    }
  });
});
