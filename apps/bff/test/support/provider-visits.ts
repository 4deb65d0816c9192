import { expect } from 'vitest';
import { Browser, type Response } from './browser.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { type AuthorizationResponse, type LyingProvider, providersFile, startLyingProvider } from './lying-provider.ts';
import { fakeProviderCalls } from './provider-service.ts';

export { type AuthorizationResponse };

/** Company of LIMA, whose provider has values of `acr` and `amr` for the second factor; and that of CUSCO. */
export const RUC = '20100066603';
const OTHER_RUC = '20131312955';

/** A gateway with two providers and a service, whose answers a test controls. */
export async function startWithProviders(settings: Record<string, string> = {}) {
  const provider = await startLyingProvider(RUC, { factor: { acr: ['gold'], amr: ['otp'] } });
  const other = await startLyingProvider(OTHER_RUC);
  const file = providersFile([provider.entry, other.entry]);
  const gateway = await startGateway(
    {
      IDENTITY_PROVIDERS_FILE: file,
      UPSTREAM_TIMEOUT_MS: '9500',
      // Tests move the clock back, which fills its counters.
      ADDRESS_REQUESTS_PER_MINUTE: '0',
      ...settings,
    },
    { oneOrigin: true, wait: () => Promise.resolve() },
  );
  const links = fakeProviderCalls(gateway);
  return {
    gateway,
    provider,
    other,
    links,
    file,
    reset: () => {
      provider.lies = {};
      for (const path of ['POST /token', 'GET /jwks']) provider.on(path, undefined);
      links.branches = { LIMA: RUC, CUSCO: OTHER_RUC };
      links.people = { 'sub-ana': gateway.legacy.users.ana, 'sub-beto': gateway.legacy.users.beto };
      links.factorDue = undefined;
      links.linking = 'linked';
      links.asked = {};
    },
    close: async () => {
      await gateway.close();
      await Promise.all([provider.close(), other.close()]);
    },
  };
}

export async function visitor(gateway: Gateway): Promise<Browser> {
  const browser = new Browser(gateway);
  await browser.get('/api/auth/session');
  return browser;
}

/** @returns where the browser goes. */
export async function start(browser: Browser, body: object = { sucursal: 'LIMA' }): Promise<string> {
  const answer = await browser.post('/api/auth/provider', body);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return (answer.body as { provider: { url: string } }).provider.url;
}

export const finish = (browser: Browser, callback: Partial<AuthorizationResponse>): Promise<Response> =>
  browser.post('/api/auth/provider/finish', callback);

/** @returns what the browser brings back, and what the gateway answers. */
export async function signIn(provider: LyingProvider, browser: Browser, sub = 'sub-ana') {
  const callback = provider.authorize(await start(browser), sub);
  return { callback, answer: await finish(browser, callback) };
}

/** A response without its request id. */
export const alike = ({ status, text }: Response): string => `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`;
