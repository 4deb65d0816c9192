import { expect } from 'vitest';
import { Browser } from './browser.ts';
import { type Gateway } from './gateway.ts';
import { type LegacyUser } from './legacy.ts';

/** Everyone of the demonstration has it. */
const PASSWORD = 'despacho';

export interface Someone {
  office: string;
  username: string;
}

/** Charge S of the two companies. */
export const ANA: Someone = { office: 'LIMA', username: 'ana.torres' };
export const ELENA: Someone = { office: 'CUSCO', username: 'elena.huaman' };

/** @returns a browser in which somebody of the demonstration has signed in. */
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
 * Gives people of an office other modules, the way an administrator would.
 * @param modules of each of them; as many people as there are lists.
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
