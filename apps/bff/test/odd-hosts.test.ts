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

describe('a host that writes codes as numbers', () => {
  it.each(['login', 'credentials'])(
    'S29 S30 S31: names branch and tax id in its %s answer all the same',
    async (which) => {
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
    },
  );
});

describe('a storage figure that is none', () => {
  it.each(['"1e999"', '1e999', '"NaN"', '-1', '"-1"', '""', 'null'])('S31: %s is a broken answer', async (figure) => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    gateway.legacy.on(STORAGE, (_hit, res) => {
      res.end(`{"data":{"almacenamientoMaximo":100,"almacenamientoUsado":${figure}}}`);
    });
    const response = await browser.get('/api/storage');
    expect([response.status, kindOf(response)]).toEqual([502, 'upstream-broken']);
  });
});

describe('a host that looks names up without regard to case', () => {
  it('is one person for the dispatch service, however sucursal and name were typed', async () => {
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

describe('a stream that is opened while its session ends', () => {
  it('S42 S7: is refused', async () => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    const asked = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    gateway.dispatch.on('GET /operations/events', async (_hit, res) => {
      asked.resolve(undefined);
      await goOn.promise;
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: tarde\n\n');
      setTimeout(() => res.end(), 500);
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
