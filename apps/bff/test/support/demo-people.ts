import { expect } from 'vitest';
import { Browser } from './browser.ts';
import { type Gateway } from './gateway.ts';
import { type LegacyUser } from './legacy.ts';

/** Password of all demo users. */
const PASSWORD = 'despacho';

interface Someone {
  office: string;
  username: string;
}

/** Charge S of the two companies. */
export const ANA: Someone = { office: 'LIMA', username: 'ana.torres' };
export const ELENA: Someone = { office: 'CUSCO', username: 'elena.huaman' };

/** @returns a browser signed in as a demo user. */
export async function signInDemo(gateway: Gateway, { office, username }: Someone): Promise<Browser> {
  const browser = new Browser(gateway);
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
 * Gives users of an office other modules, through an administrator.
 * @param modules one list per user; as many users as lists.
 */
export async function castDemo(admin: Browser, office: string, modules: readonly string[][]): Promise<Someone[]> {
  const listed = (await admin.get(`/api/users/${office}`)).body as Listed[];
  const plain = listed.filter(
    ({ charge, permissionsList }) => charge !== 'S' && !permissionsList.some(({ module }) => module === 'G01'),
  );
  const cast: Someone[] = [];
  for (const [index, codes] of modules.entries()) {
    const { id = '', username = '' } = plain[index] ?? {};
    const body = { permissionsList: codes.map((module) => ({ module })) };
    expect((await admin.post(`/api/permission/${id}?officeId=${office}`, body)).status).toBe(200);
    cast.push({ office, username });
  }
  return cast;
}
