import { describe, expect, it } from 'vitest';
import { type Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

const all = Object.entries(OPERATIONS) as [string, Operation][];

/** An id that a phone made. */
const UUID = '3d1c8f5e-2b64-4f0a-8c19-6e7d5b4a3f21';

describe('the operation map', () => {
  it('S27 S28 S29 S30 S31: contains the documented calls under the gateway’s paths', () => {
    const calls = all.map(([id, { method, path }]) => `${id} ${method} ${path}`);
    expect(calls).toEqual(
      expect.arrayContaining([
        'users.listOwn GET /api/users',
        'users.list GET /api/users/:officeId',
        'permissions.update POST /api/permission/:id',
        'clients.list GET /api/clients',
        'clients.read GET /api/clients/:id',
        'session.login POST /api/auth/login',
        'session.read GET /api/auth/session',
        'session.logout POST /api/auth/logout',
        'storage.read GET /api/storage',
      ]),
    );
  });

  it('uses each method and path once', () => {
    const places = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(all)('%s: a read carries no body', (_, { method, body }) => {
    if (method === 'GET') expect(body).toBeNull();
    else expect(['POST', 'PUT', 'PATCH', 'DELETE']).toContain(method);
  });

  it.each(all)('%s: validates exactly the parameters of its path', (id, { path, params }) => {
    const names = (path.match(/:\w+/g) ?? []).map((name) => name.slice(1));
    if (names.length === 0) {
      expect(params).toBeNull();
      return;
    }
    const sound = Object.fromEntries(names.map((name) => [name, id === 'field.photoPart' ? UUID : '7']));
    expect(params?.safeParse(sound).success).toBe(true);
    expect(params?.safeParse({ ...sound, more: 'x' }).success).toBe(false);
    for (const name of names) expect(params?.safeParse({ ...sound, [name]: '../x' }).success).toBe(false);
  });

  it.each(all)('%s: has a Spanish summary', (_, { summary }) => {
    expect(summary.length).toBeGreaterThan(10);
  });
});
