import fc from 'fast-check';
import { type Operation } from '@despacho/contracts';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { DISPATCH_OPERATIONS, type DispatchOperationId } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { matchRoute } from './match.ts';
import { type RoutePolicy } from './policy.ts';
import { ROUTES } from './table.ts';

const rows = Object.entries(ROUTES) as [OperationId, RoutePolicy][];
/** Written by hand: the credentials for each upstream. */
const CREDENTIALS = { api: ['bearer'], base: ['bearer'], operations: ['assertion', 'phone', 'guest'], tiles: ['none'] };
const DISPATCH = Object.keys(DISPATCH_OPERATIONS) as DispatchOperationId[];
const operationsRow = (id: (typeof DISPATCH)[number]): RoutePolicy => ROUTES[id];
const operations: Record<OperationId, Operation> = OPERATIONS;

describe('the route table', () => {
  it('C5: has a row for every operation, with the access of its contract', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(Object.keys(OPERATIONS).sort());
    for (const [id, { access }] of rows) expect([id, access]).toEqual([id, operations[id].policy.access]);
  });

  it('C5: opens exactly twelve operations without a session', () => {
    const open = rows.filter(([, { access }]) => access === 'public' || access === 'everyone').map(([id]) => id);
    expect(open.sort()).toEqual([
      'config.read',
      'passwords.check',
      'passwords.first',
      'passwords.reset',
      'provider.finish',
      'provider.logout',
      'provider.start',
      'session.factor',
      'session.factorCancel',
      'session.finishSetUp',
      'session.login',
      'session.logout',
      'session.read',
      'session.setUpFactor',
    ]);
  });

  it('G42: accepts guests only in their own rows, two of them before a link is opened', () => {
    const ofGuests = rows.filter(([, { access }]) => String(access).startsWith('guest'));
    expect(ofGuests.map(([id, { access }]) => `${id} ${String(access)}`).sort()).toEqual([
      'guest.content guest',
      'guest.open guest-public',
      'guest.photo guest',
      'guest.session guest-public',
    ]);
  });

  it('G41: accepts couriers only in rows of phones, four of them before a phone is connected', () => {
    const ofPhones = rows.filter(([, { access }]) => String(access).startsWith('courier'));
    expect(ofPhones.map(([id, { access }]) => `${id} ${String(access)}`).sort()).toEqual([
      'field.area courier',
      'field.connect courier-public',
      'field.door courier',
      'field.end courier',
      'field.enrolment courier-public',
      'field.photo courier',
      'field.photoPart courier',
      'field.positions courier',
      'field.readNote courier',
      'field.reorder courier',
      'field.reportVisit courier',
      'field.route courier',
      'field.session courier-public',
      'field.signOut courier-public',
      'field.start courier',
      'field.visit courier',
      'tiles.field courier',
    ]);
    for (const [id, { to }] of rows)
      if ('upstream' in to) expect([id, to.credentials === 'phone']).toEqual([id, id.startsWith('field.')]);
  });

  it('C2: relaxes csrf only for signing out', () => {
    const relaxed = rows.filter(([, { csrf }]) => csrf !== undefined).map(([id]) => id);
    expect(relaxed.sort()).toEqual(['field.signOut', 'session.logout']);
  });

  it('G13 G15: lets only a provider’s server call without Origin and csrf token, in a row that reads no session', () => {
    const called = rows.filter(([, { caller }]) => caller !== undefined);
    expect(called.map(([id, { access }]) => [id, access])).toEqual([['provider.logout', 'everyone']]);
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

  it('C5: requires charge S for what cannot be undone within seconds, and for zones and offices', () => {
    const charged = rows.filter(([, { charge }]) => charge !== undefined);
    expect(charged.map(([id, { charge }]) => `${id} ${charge ?? ''}`).sort()).toEqual([
      'assignments.cancel S',
      'assignments.correct S',
      'couriers.retire S',
      'days.reopen S',
      'evidence.remove S',
      'firstDay.read S',
      'firstDay.skip S',
      'offices.close S',
      'offices.create S',
      'offices.details S',
      'offices.edit S',
      'offices.history S',
      'offices.proposal S',
      'offices.remove S',
      'offices.reopen S',
      'passwords.link S',
      'people.inviteProvider S',
      'people.move S',
      'people.permitFactor S',
      'people.removeFactor S',
      'people.unlinkProvider S',
      'reasons.replace S',
      'settings.edit S',
      'signInRules.edit S',
      'signInRules.read S',
      'trail.file S',
      'trail.list S',
      'trails.file S',
      'zones.create S',
      'zones.edit S',
      'zones.history S',
      'zones.import S',
      'zones.remove S',
      'zones.removed S',
      'zones.restore S',
      'zones.uses S',
    ]);
  });

  it('G45: requires a recent proof of who the user is for the operations listed here', () => {
    const proved = rows.filter(([, { proof }]) => proof !== undefined);
    expect(
      proved.map(([id, { proof }]) => `${id} ${proof?.minutes ?? ''} ${proof?.aboveRows ?? ''}`.trim()).sort(),
    ).toEqual([
      'assignments.correct 480',
      'days.reopen 480',
      'exports.prepare 15 5000',
      'money.undo 480',
      'passwords.change 15',
      'passwords.link 15',
      'people.create 15',
      'people.delete 15',
      'people.disable 15',
      'people.edit 15',
      'people.enable 15',
      'people.inviteProvider 15',
      'people.move 15',
      'people.permitFactor 15',
      'people.removeFactor 15',
      'people.retire 15',
      'people.unlinkProvider 15',
      'permissions.update 15',
      'provider.link 15',
      'provider.unlink 15',
      'sessions.endOfUser 15',
      'signInRules.edit 15',
    ]);
    // Only a write waits in a page for the proof, and is sent again.
    expect(proved.filter(([id]) => operations[id].method === 'GET')).toEqual([]);
  });

  it('G20: requires a second module in addition for the operations listed here', () => {
    const also = rows.filter(([, row]) => row.also !== undefined);
    const unless = (charge: string | undefined): string => (charge === undefined ? '' : ` or charge ${charge}`);
    expect(
      also.map(([id, row]) => `${id} ${String(row.access)} and ${String(row.also)}${unless(row.alsoUnless)}`).sort(),
    ).toEqual([
      'clients.create 000 and U01 or charge S',
      'clients.disable 000 and U01 or charge S',
      'clients.edit 000 and U01 or charge S',
      'clients.editNotes 000 and U01 or charge S',
      'clients.importCommit 000 and U01 or charge S',
      'clients.importPreview 000 and U01 or charge S',
      'clients.importTemplate 000 and U01 or charge S',
      'clients.merge 000 and U01 or charge S',
      'clients.mergePreview 000 and U01 or charge S',
      'clients.removeNotes 000 and U01 or charge S',
      'couriers.documents U01 and G01',
      'couriers.writeDocuments U01 and G01',
      'days.confirm D05 and U01',
      'days.reopen D05 and U01',
      'money.receive D05 and U01',
      'money.undo D05 and U01',
      'money.verify D05 and U01',
    ]);
  });

  it('requires an idempotency key for the operations listed here, and for no read', () => {
    const repeatable = rows.filter(([, row]) => row.repeatable).map(([id]) => id);
    expect(repeatable.sort()).toEqual([
      'assignments.assign',
      'assignments.cancel',
      'assignments.changeState',
      'assignments.close',
      'assignments.correct',
      'assignments.moveLoad',
      'assignments.reorder',
      'assignments.reschedule',
      'assignments.route',
      'assignments.unassign',
      'assignments.undo',
      'attention.act',
      'clients.create',
      'clients.importCommit',
      'clients.merge',
      'couriers.create',
      'couriers.import',
      'days.confirm',
      'days.reopen',
      'evidence.add',
      'evidence.remove',
      'handover.write',
      'imports.commit',
      'money.agree',
      'money.receive',
      'money.undo',
      'money.verify',
      'offices.create',
      'orders.create',
      'orders.duplicate',
      'people.create',
      'places.answer',
      'reviews.accept',
      'reviews.reject',
      'reviews.rejectAll',
    ]);
    expect(repeatable.filter((id) => operations[id].method === 'GET')).toEqual([]);
  });

  it('forwards the named office and the whole query to the dispatch service', () => {
    for (const id of DISPATCH) {
      const { to } = operationsRow(id);
      expect([id, to]).toMatchObject([id, { upstream: 'operations', credentials: 'assertion' }]);
      // A download sends the service's own ticket instead.
      const sends = 'queryFor' in to ? 'another query' : 'withQuery' in to && to.withQuery;
      expect([id, sends]).toEqual([
        id,
        ['exports.download', 'evidence.download'].includes(id) ? 'another query' : true,
      ]);
      expect('upstream' in to && 'path' in to && `/api${to.path}`).toBe(operations[id].path);
    }
  });

  it('C3: sends the user’s token only to the legacy hosts', () => {
    for (const [, { to }] of rows) if ('upstream' in to) expect(CREDENTIALS[to.upstream]).toContain(to.credentials);
  });

  it('has separate rates only for tiles and photos', () => {
    expect(rows.filter(([, { ownRate }]) => ownRate).map(([id]) => id)).toEqual([
      'tiles.read',
      'tiles.field',
      'evidence.file',
      'guest.photo',
    ]);
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

  it('never matches a literal segment as an id, in any table order', () => {
    expect(matchRoute('GET', '/api/orders/counts')).toMatchObject({ route: { id: 'orders.counts', params: {} } });
    expect(matchRoute('GET', '/api/orders/12')).toMatchObject({ route: { id: 'orders.read', params: { id: '12' } } });
    expect(matchRoute('PATCH', '/api/orders/counts')).toEqual({ allow: ['GET'] });
  });

  it('lists the methods of a path', () => {
    expect(matchRoute('PUT', '/api/orders/12')).toEqual({ allow: ['GET', 'PATCH'] });
    expect(matchRoute('DELETE', '/api/permission/7')).toEqual({ allow: ['POST'] });
  });
});

describe('matchRoute compared with a linear search', () => {
  const all = Object.entries(operations).map(([id, { method, path }]) => ({ id, method, form: path.split('/') }));
  const isWord = (segment: string) => !segment.startsWith(':');
  /** The rows that match a path, literal segments first. */
  const fitting = (path: string) => {
    const segments = path.split('/');
    const rank = (form: string[]) => form.map((segment) => (isWord(segment) ? '0' : '1')).join('');
    return all
      .filter(({ form }) => form.length === segments.length)
      .filter(({ form }) =>
        form.every((one, index) => (isWord(one) ? one === segments[index] : segments[index] !== '')),
      )
      .map((row) => ({ ...row, rank: rank(row.form) }))
      .sort((one, other) => one.rank.localeCompare(other.rank));
  };

  it('finds the same rows for paths built from all segments', () => {
    const words = [...new Set(all.flatMap(({ form }) => form.filter(isWord))), '7', 'Orders', '__proto__', ''];
    const whole = fc.constantFrom(...all.map(({ form }) => form.slice(1)));
    const spoilt = fc
      .tuple(whole, fc.nat(5), fc.constantFrom(...words))
      .map(([form, at, word]) => form.toSpliced(at, 1, word));
    const free = fc.array(fc.constantFrom(...words), { maxLength: 6 });
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'constructor');
    fc.assert(
      fc.property(method, fc.oneof(whole, spoilt, free), (asked, segments) => {
        const path = `/${segments.map((one) => one.replace(':', '')).join('/')}`;
        const rows = fitting(path).filter(({ rank }, _index, [first]) => rank === first?.rank);
        const match = matchRoute(asked, path);
        const row = rows.find(({ method: own }) => own === asked);
        if ('allow' in match)
          expect([...match.allow].sort()).toEqual(row ? ['a row'] : rows.map((one) => one.method).sort());
        else {
          const params =
            row?.form.flatMap((one, at) => (isWord(one) ? [] : [[one.slice(1), path.split('/')[at]]])) ?? [];
          expect([match.route.id, match.route.params]).toEqual([row?.id, Object.fromEntries(params)]);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
