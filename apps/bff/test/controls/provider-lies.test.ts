import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf, type Response } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type Brought, type LyingProvider, providersFile, startLyingProvider } from '../support/lying-provider.ts';
import { type FakeLinks, fakeProviderCalls } from '../support/provider-service.ts';

const RUC = '20100066603';
const OTHER_RUC = '20131312955';

let gateway: Gateway;
let provider: LyingProvider;
let other: LyingProvider;
let links: FakeLinks;

beforeAll(async () => {
  provider = await startLyingProvider(RUC);
  other = await startLyingProvider(OTHER_RUC);
  const file = providersFile([provider.entry, other.entry]);
  gateway = await startGateway({ IDENTITY_PROVIDERS_FILE: file, UPSTREAM_TIMEOUT_MS: '9500' }, { oneOrigin: true });
  links = fakeProviderCalls(gateway);
});
beforeEach(() => {
  provider.lies = {};
  links.branches = { LIMA: RUC, CUSCO: OTHER_RUC };
  links.people = { 'sub-ana': gateway.legacy.users.ana };
  links.factorDue = false;
});
afterAll(async () => {
  await gateway.close();
  await provider.close();
  await other.close();
});

async function visitor(): Promise<Browser> {
  const browser = new Browser(gateway);
  await browser.get('/api/auth/session');
  return browser;
}

async function start(browser: Browser, body: object = { sucursal: 'LIMA' }): Promise<string> {
  const answer = await browser.post('/api/auth/provider', body);
  expect(answer.status).toBe(200);
  return (answer.body as { provider: { url: string } }).provider.url;
}

const finish = (browser: Browser, brought: Partial<Brought>): Promise<Response> =>
  browser.post('/api/auth/provider/finish', brought);

async function signIn(browser: Browser, sub = 'sub-ana'): Promise<Response> {
  return finish(browser, provider.authorize(await start(browser), sub));
}

describe('a sign-in with a provider', () => {
  it('starts the session of the linked account', async () => {
    const browser = await visitor();
    const before = browser.cookies.get('despacho');
    const answer = await signIn(browser);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"done":"signed-in"')]);
    expect(browser.cookies.get('despacho')).not.toBe(before);
    expect((await browser.get('/api/auth/session')).status).toBe(200);
    expect(kindOf(await signIn(await visitor(), 'sub-nobody'))).toBe('unprocessable');
  });
});
