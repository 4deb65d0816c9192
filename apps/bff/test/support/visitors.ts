import { Browser, type Response } from './browser.ts';
import { type Gateway } from './gateway.ts';

/** Makes a gateway trust the addresses below. */
export const BEHIND_A_PROXY = { TRUST_PROXY: '127.0.0.1' };

/** A thousand concurrent requests on a busy machine must not time out. */
export const UNHURRIED = { UPSTREAM_TIMEOUT_MS: '9500' };

/** For `vi.waitFor`: only bounds a broken test. */
export const SOON = { timeout: 10_000 };

/** A test with a thousand connections takes two seconds alone, and far more next to other tests. */
export const CROWDED = { timeout: 120_000 };

/** A browser with the login page open, at its own address. */
export async function visitorFrom(gateway: Gateway, address: string): Promise<Browser> {
  const browser = new Browser(gateway, { 'x-forwarded-for': address });
  await browser.get('/api/auth/session');
  return browser;
}

interface Typed {
  sucursal?: string;
  username: string;
  password?: string;
}

/** One click on «Ingresar». */
export const tryToSignIn = (
  browser: Browser,
  { sucursal = 'LIMA', username, password = 'otra' }: Typed,
): Promise<Response> => browser.post('/api/auth/login', { sucursal, username, password });

/** Several clicks, one after another. @returns the statuses. */
export async function tryTimes(times: number, click: (turn: number) => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) statuses.push((await click(turn)).status);
  return statuses;
}
