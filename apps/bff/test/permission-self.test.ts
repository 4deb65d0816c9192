import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { sendJson } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.close());

/** A host with case-insensitive names whose credentials contain neither id nor user name. Signs in as typed. */
async function signInAs(typed: string): Promise<Browser> {
  const { gloria } = gateway.legacy.users;
  gateway.legacy.on('GET /base/auth', (_hit, res) => {
    sendJson(res, 200, { token: gloria.token });
  });
  gateway.legacy.on('GET /base/auth/credentials', (_hit, res) => {
    const permissionsList = [{ module: 'G01' }, { module: 'T02' }];
    sendJson(res, 200, { charge: 'A', officeId: { id: 'LIMA' }, user: 'Gloria', permissionsList });
  });
  const browser = new Browser(gateway);
  expect((await browser.signIn({ ...gloria, username: typed })).status).toBe(200);
  return browser;
}

function list(...users: { id: string; username?: string }[]): void {
  gateway.legacy.on('GET /api/users/LIMA', (_hit, res) => {
    sendJson(
      res,
      200,
      [{ id: '1', username: 'ana' }, ...users].map((user) => ({
        charge: 'O',
        ...user,
        permissionsList: [{ module: 'G01' }],
      })),
    );
  });
}

const change = (browser: Browser, id: string) => browser.post(`/api/permission/${id}`, { permissionsList: [] });

describe('a change of one’s own permissions, if the host does not identify the user', () => {
  it.each(['gloria', 'GLORIA', ' Gloria', 'glória'])(
    'S27: is refused however the name was typed: %j',
    async (typed) => {
      const browser = await signInAs(typed);
      list({ id: '2', username: 'gloria ' }, { id: '3', username: 'rosa' });
      const response = await change(browser, '2');
      expect(kindOf(response)).toBe('permission-rule');
      expect(gateway.legacy.hitsOf('/api/permission/2')).toHaveLength(0);
      expect((await change(browser, '3')).status).toBe(200);
    },
  );

  it.each([[{ id: '3' }], [{ id: '3', username: ' ' }]])(
    'S27: is refused with an explanation if the list does not contain %j either',
    async (nameless) => {
      const browser = await signInAs('gloria');
      list(nameless);
      const response = await change(browser, '3');
      expect(kindOf(response)).toBe('permission-rule');
      expect((response.body as { detail: string }).detail).toContain('No se puede comprobar');
      expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(0);
    },
  );
});
