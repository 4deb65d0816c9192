import { OPERATION_ACCESS, OPERATIONS, type Operation, type OperationId } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { matchRoute } from './match.ts';
import { type RoutePolicy } from './policy.ts';
import { ROUTES } from './table.ts';

const rows = Object.entries(ROUTES) as [OperationId, RoutePolicy][];
/** Written by hand: what each upstream is shown. */
const CREDENTIALS = { api: 'bearer', base: 'bearer', operations: 'assertion', tiles: 'none' };
const operations: Record<OperationId, Operation> = OPERATIONS;

describe('the route table', () => {
  it('C5: has a row for every operation, and the access the contracts tell', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(Object.keys(OPERATIONS).sort());
    for (const [id, access] of Object.entries(OPERATION_ACCESS))
      expect([id, ROUTES[id as OperationId].access]).toEqual([id, access]);
  });

  it('C5: opens exactly four operations to people without a session, by hand', () => {
    const open = rows.filter(([, { access }]) => access === 'public' || access === 'everyone').map(([id]) => id);
    expect(open.sort()).toEqual(['config.read', 'session.login', 'session.logout', 'session.read']);
  });

  it('C2: relaxes csrf for logout alone', () => {
    expect(rows.filter(([, { csrf }]) => csrf !== undefined).map(([id]) => id)).toEqual(['session.logout']);
  });

  it('C5: checks the office of every row that names one', () => {
    const naming = rows.filter(([id]) =>
      JSON.stringify([
        operations[id].path,
        Object.keys((operations[id].query as { shape?: object } | null)?.shape ?? {}),
      ]).includes('officeId'),
    );
    expect(naming.map(([id]) => id).sort()).toEqual(['permissions.update', 'sessions.endOfUser', 'users.list']);
    for (const [, { office }] of naming) expect(office?.name).toBe('officeId');
  });

  it('C3: shows the person’s token to the legacy hosts alone', () => {
    for (const [, { to }] of rows) if ('upstream' in to) expect(to.credentials).toBe(CREDENTIALS[to.upstream]);
  });

  it('counts the map’s tiles apart, and nothing else', () => {
    expect(rows.filter(([, { ownRate }]) => ownRate).map(([id]) => id)).toEqual(['tiles.read']);
  });
});

describe('matchRoute', () => {
  it('finds every operation by its own method and path', () => {
    for (const [id, { method, path }] of Object.entries(operations))
      expect(matchRoute(method, path.replace(/:\w+/g, '7'))).toMatchObject({ route: { id } });
  });

  it.each([
    '/api/users/',
    '/api/users/7/8',
    '/api//users',
    '/api/Users',
    'api/users',
    '/api/user',
    '/api/users/7/',
    '',
    '/',
  ])('finds nothing at %j', (path) => {
    expect(matchRoute('GET', path)).toEqual({ allow: [] });
  });

  it('names the methods a path has', () => {
    expect(matchRoute('DELETE', '/api/permission/7')).toEqual({ allow: ['POST'] });
  });
});
