import { expect } from 'vitest';
import { Browser } from './browser.ts';
import { type Gateway } from './gateway.ts';
import { type LegacyUser } from './legacy.ts';

/** Password of all demo users. */
export const PASSWORD = 'despacho';

export interface DemoUser {
  office: string;
  username: string;
}

/** A user who was given modules. */
export interface CastUser extends DemoUser {
  id: string;
}

/** Charge S of the two companies. */
export const ANA: DemoUser = { office: 'LIMA', username: 'ana.torres' };
export const ELENA: DemoUser = { office: 'CUSCO', username: 'elena.huaman' };

/** @returns a browser signed in as a demo user. @param always headers of every request. */
export async function signInDemo(
  gateway: Gateway,
  { office, username }: DemoUser,
  always: Record<string, string> = {},
): Promise<Browser> {
  const browser = new Browser(gateway, always);
  await browser.get('/api/auth/session');
  const { status, text } = await browser.signIn({ office, username, password: PASSWORD } as LegacyUser);
  expect([status, text]).toEqual([200, expect.anything()]);
  return browser;
}

interface Listed {
  id: string;
  username: string;
  charge: string;
  permissionsList: { module: string }[];
}

/**
 * User names that other files created in a shared service, with other passwords. Those of the demonstration are a first
 * and a last name.
 */
const MADE_BY_TESTS = /^(?:persona|nueva)|^[^.]*$/;

/**
 * Gives users of an office other modules, through an administrator.
 * @param modules one list per user; as many users as lists.
 */
export async function castDemo(
  admin: Browser,
  office: string,
  modules: readonly (readonly string[])[],
): Promise<CastUser[]> {
  const listed = (await admin.get(`/api/users/${office}`)).body as Listed[];
  // Some keep codes of another product, which grant nothing here.
  const plain = listed.filter(
    ({ charge, permissionsList, username }) =>
      charge !== 'S' && !permissionsList.some(({ module }) => module === 'G01') && !MADE_BY_TESTS.test(username),
  );
  const cast: CastUser[] = [];
  for (const [index, codes] of modules.entries()) {
    const { id = '', username = '' } = plain[index] ?? {};
    const body = { permissionsList: codes.map((module) => ({ module })) };
    expect((await admin.post(`/api/permission/${id}?officeId=${office}`, body)).status).toBe(200);
    cast.push({ id, office, username });
  }
  return cast;
}
