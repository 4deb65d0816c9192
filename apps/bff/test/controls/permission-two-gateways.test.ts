import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

interface ListedUser {
  id: string;
  username: string;
  permissionsList: { module: string }[];
}

const ADMINISTRATOR = { sucursal: 'LIMA', username: 'ana.torres', password: 'despacho' };

/** Holds saves until this many have arrived, so that each was validated against the earlier list. */
function meetBeforeSaving(gateways: readonly Gateway[]): void {
  const met = Promise.withResolvers<undefined>();
  let missing = gateways.length;
  for (const { services } of gateways) {
    const forward = services.api;
    services.api = async (req, outgoing, signal) => {
      if (outgoing.path.includes('/permission/') && (missing -= 1) === 0) met.resolve(undefined);
      if (outgoing.path.includes('/permission/')) await met.promise;
      return forward(req, outgoing, signal);
    };
  }
}

describe('two gateways with our own service', () => {
  let service: ServiceProcess;
  let gateways: Gateway[];
  beforeAll(async () => {
    // Its own service: it changes the modules of a demo user that other tests rely on.
    service = await startServiceProcess();
  }, 120_000);
  afterAll(() => service.stop());
  afterEach(() => Promise.all(gateways.map((gateway) => gateway.close())));

  async function openAt(gateway: Gateway): Promise<Browser> {
    const browser = new Browser(gateway);
    await browser.get('/api/auth/session');
    expect((await browser.post('/api/auth/login', ADMINISTRATOR)).status).toBe(200);
    return browser;
  }
  const codesOf = async (browser: Browser, id: string): Promise<string[]> => {
    const users = (await browser.get('/api/users')).body as ListedUser[];
    return (users.find((user) => user.id === id)?.permissionsList ?? []).map(({ module }) => module).sort();
  };

  it('G38: of two concurrent saves based on one list, one succeeds and one conflicts', async () => {
    const settings = { ...service.environment, UPSTREAM_TIMEOUT_MS: '9500' };
    gateways = [await startGateway(settings), await startGateway(settings)];
    const browsers = await Promise.all(gateways.map(openAt));
    const [first = expect.unreachable()] = browsers;
    const users = (await first.get('/api/users')).body as ListedUser[];
    const { id } = users.find(({ username }) => username === 'rosa.mamani') ?? expect.unreachable();
    const basedOn = await codesOf(first, id);
    const wanted = [
      [...basedOn, 'D01'],
      [...basedOn, 'D02'],
    ];

    meetBeforeSaving(gateways);
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.post(`/api/permission/${id}`, {
          permissionsList: wanted[index]?.map((module) => ({ module })),
          basedOn,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 409).map(kindOf)).toEqual(['conflict']);
    expect(await codesOf(first, id)).toEqual([...(wanted[made] ?? [])].sort());
    expect(gateways.map(outcomesIn).sort()).toEqual([['accepted'], ['refused']]);
  });

  it('G38: sends a foreign host only the documented fields', async () => {
    const gateway = await startGateway();
    gateways = [gateway];
    const gloria = new Browser(gateway);
    await gloria.signIn(gateway.legacy.users.gloria);
    const body = { permissionsList: [{ module: 'T02' }], basedOn: ['T02', '000'] };
    expect((await gloria.post('/api/permission/3', body)).status).toBe(200);
    const [hit] = gateway.legacy.hitsOf('/api/permission/3');
    expect(Object.keys(JSON.parse(hit?.body ?? '') as object)).toEqual(['permissionsList']);
  });
});

const outcomesIn = (gateway: Gateway): unknown[] =>
  gateway
    .logLines()
    .filter(({ event }) => event === 'permissions.settled')
    .map(({ outcome }) => outcome);
