import { type Operation } from '@despacho/contracts';
import { ALL_ACCESS, ALL_OPERATIONS, type AnyOperationId } from '@despacho/contracts/all';
import {
  CHARGE_S_ONLY,
  DESK_OPERATIONS,
  type DeskOperationId,
  DISPATCH_OPERATIONS,
  type DispatchOperationId,
  REPEATABLE_DESK_OPERATIONS,
  REPEATABLE_OPERATIONS,
} from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { matchRoute } from './match.ts';
import { type RoutePolicy } from './policy.ts';
import { ROUTES } from './table.ts';

const rows = Object.entries(ROUTES) as [AnyOperationId, RoutePolicy][];
/** Written by hand: what each upstream is shown. */
const CREDENTIALS = { api: 'bearer', base: 'bearer', operations: 'assertion', tiles: 'none' };
const DISPATCH = Object.keys({ ...DISPATCH_OPERATIONS, ...DESK_OPERATIONS }) as (
  DispatchOperationId | DeskOperationId
)[];
const operationsRow = (id: (typeof DISPATCH)[number]): RoutePolicy => ROUTES[id];
const operations: Record<AnyOperationId, Operation> = ALL_OPERATIONS;

describe('the route table', () => {
  it('C5: has a row for every operation, and the access the contracts tell', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(Object.keys(ALL_OPERATIONS).sort());
    for (const [id, access] of Object.entries(ALL_ACCESS))
      expect([id, ROUTES[id as AnyOperationId].access]).toEqual([id, access]);
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
    const legacy = ['permissions.update', 'sessions.endOfUser', 'users.list'];
    expect(naming.map(([id]) => id).sort()).toEqual([...DISPATCH, ...legacy].sort());
    for (const [, { office }] of naming) expect(office?.name).toBe('officeId');
  });

  it('C5: wants charge S for what cannot be taken back within seconds, by hand', () => {
    const charged = rows.filter(([, { charge }]) => charge !== undefined);
    expect(charged.map(([id, { charge }]) => `${id} ${charge ?? ''}`).sort()).toEqual([
      'assignments.cancel S',
      'assignments.correct S',
      'couriers.retire S',
      'reasons.replace S',
    ]);
    expect(charged.map(([id]) => id).sort()).toEqual([...CHARGE_S_ONLY].sort());
  });

  it('asks for an idempotency key where the contracts say so, and never of a read', () => {
    const repeatable = rows.filter(([, row]) => row.repeatable).map(([id]) => id);
    expect(repeatable.sort()).toEqual([...REPEATABLE_OPERATIONS, ...REPEATABLE_DESK_OPERATIONS].sort());
    expect(repeatable.filter((id) => operations[id].method === 'GET')).toEqual([]);
  });

  it('asks the dispatch service in the office that was named, and for all that was asked', () => {
    for (const id of DISPATCH) {
      const { to } = operationsRow(id);
      expect([id, to]).toMatchObject([id, { upstream: 'operations', credentials: 'assertion' }]);
      // The ticket of a download is opened on the way.
      expect([id, 'withQuery' in to]).toEqual([id, id !== 'exports.download']);
      expect('upstream' in to && 'path' in to && `/api${to.path}`).toBe(operations[id].path);
    }
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

  it('takes a word of a path for no id, whatever stands first in the table', () => {
    expect(matchRoute('GET', '/api/orders/counts')).toMatchObject({ route: { id: 'orders.counts', params: {} } });
    expect(matchRoute('GET', '/api/orders/12')).toMatchObject({ route: { id: 'orders.read', params: { id: '12' } } });
    expect(matchRoute('PATCH', '/api/orders/counts')).toEqual({ allow: ['GET'] });
  });

  it('names the methods a path has', () => {
    expect(matchRoute('PUT', '/api/orders/12')).toEqual({ allow: ['GET', 'PATCH'] });
    expect(matchRoute('DELETE', '/api/permission/7')).toEqual({ allow: ['POST'] });
  });
});
