import { type Response } from 'supertest';
import { Browser } from './browser.ts';
import { type Gateway } from './gateway.ts';

/** What a gateway needs to believe the addresses below. */
export const BEHIND_A_PROXY = { TRUST_PROXY: '127.0.0.1' };

/** A thousand requests at once, on a machine with other things to do, are no outage of the host. */
export const UNHURRIED = { UPSTREAM_TIMEOUT_MS: '9500' };

/** For `vi.waitFor`: what is waited for always comes; this only bounds a test that is broken. */
export const SOON = { timeout: 10_000 };

/** A test of a thousand connections takes two seconds, and far more beside other tests. */
export const CROWDED = { timeout: 120_000 };

/** Someone with the login page open, at an address of their own. */
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

/** So many clicks, one after another. @returns the statuses. */
export async function tryTimes(times: number, click: (turn: number) => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) statuses.push((await click(turn)).status);
  return statuses;
}
