import { type OperationId } from '@despacho/contracts/operations';
import { expect, it } from 'vitest';
import { type RoutePolicy } from './policy.ts';
import { ROUTES } from './table.ts';

/* Repeats the rows by hand, so that changing a limit, destination or property takes two deliberate edits. */

const rows = Object.entries(ROUTES) as [OperationId, RoutePolicy][];
const KB = 1024;
const MB = 1024 * KB;

it('G22: lists the rows that do not go to the dispatch service, and their destinations', () => {
  const elsewhere = rows.flatMap(([id, { to }]) => {
    if ('handle' in to) return [[id, to.handle.name, to.asks]];
    if ('send' in to) return [[id, to.send.name, to.upstream, ...(to.asks ? [to.asks] : [])]];
    return to.upstream === 'operations' ? [] : [[id, to.upstream, to.path]];
  });
  expect(elsewhere).toEqual([
    ['config.read', 'readPublicConfig', []],
    [
      'session.login',
      'login',
      [
        { upstream: 'base', credentials: 'password' },
        { upstream: 'operations', credentials: 'gateway' },
      ],
    ],
    ['session.read', 'readSession', []],
    ['session.logout', 'logout', []],
    ['session.touch', 'touchSession', []],
    ['sessions.list', 'listSessions', []],
    ['sessions.end', 'endSession', []],
    ['sessions.endOthers', 'endOtherSessions', []],
    ['sessions.endOfUser', 'endSessionsOfUser', [{ upstream: 'api', credentials: 'bearer' }]],
    ['passwords.check', 'judgePassword', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['passwords.change', 'changeOwnPassword', [{ upstream: 'operations', credentials: 'gateway' }]],
    [
      'passwords.first',
      'firstLogin',
      [
        { upstream: 'operations', credentials: 'gateway' },
        { upstream: 'base', credentials: 'password' },
      ],
    ],
    ['passwords.reset', 'resetPassword', [{ upstream: 'operations', credentials: 'gateway' }]],
    [
      'session.factor',
      'finishLogin',
      [
        { upstream: 'operations', credentials: 'gateway' },
        { upstream: 'base', credentials: 'bearer' },
      ],
    ],
    ['session.factorCancel', 'cancelLogin', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['session.prove', 'proveAgain', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['factor.read', 'readFactor', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['factor.start', 'startFactor', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['factor.confirm', 'confirmFactor', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['factor.codes', 'renewCodes', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['factor.remove', 'removeFactor', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['provider.start', 'startProvider', [{ upstream: 'operations', credentials: 'gateway' }]],
    [
      'provider.finish',
      'finishProvider',
      [
        { upstream: 'operations', credentials: 'gateway' },
        { upstream: 'base', credentials: 'bearer' },
      ],
    ],
    ['provider.read', 'readProvider', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['provider.link', 'linkProvider', []],
    ['provider.unlink', 'unlinkProvider', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['provider.prove', 'proveWithProvider', []],
    ['provider.logout', 'providerLogout', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['session.setUpFactor', 'setUpFactor', [{ upstream: 'operations', credentials: 'gateway' }]],
    [
      'session.finishSetUp',
      'finishSetUp',
      [
        { upstream: 'operations', credentials: 'gateway' },
        { upstream: 'base', credentials: 'bearer' },
      ],
    ],
    ['notices.read', 'readNotices', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['notices.seen', 'seeNotices', [{ upstream: 'operations', credentials: 'gateway' }]],
    ['users.listOwn', 'api', '/users/:ownOffice'],
    ['users.list', 'api', '/users/:officeId'],
    ['permissions.update', 'api', '/permission/:id'],
    ['clients.list', 'base', '/clients/'],
    ['clients.read', 'base', '/clients/:id'],
    ['storage.read', 'readStorage', [{ upstream: 'storage', credentials: 'service-key' }]],
    ['tiles.read', 'sendTile', 'tiles'],
    ['tiles.field', 'sendFieldTile', 'tiles', [{ upstream: 'operations', credentials: 'phone' }]],
    ['field.session', 'readFieldSession', [{ upstream: 'operations', credentials: 'phone' }]],
    ['guest.session', 'readGuestSession', [{ upstream: 'operations', credentials: 'guest' }]],
  ]);
  expect(ROUTES['offices.list'].to).toMatchObject({ upstream: 'operations', path: '/offices' });
  expect(ROUTES['events.stream'].to).toMatchObject({ upstream: 'operations', path: '/events' });
});

it('G5: lists the automatic operations that keep no session alive', () => {
  expect(rows.filter(([, { keepsAlive }]) => !keepsAlive).map(([id]) => id)).toEqual([
    'config.read',
    'session.login',
    'session.logout',
    'passwords.check',
    'passwords.first',
    'passwords.reset',
    'session.factor',
    'session.factorCancel',
    'provider.start',
    'provider.finish',
    'provider.logout',
    'session.setUpFactor',
    'session.finishSetUp',
    'notices.read',
    'events.stream',
    'tiles.read',
    'couriers.device',
    'evidence.file',
    'firstDay.read',
    'presence.tell',
  ]);
});

it('G20: reads the office from the part that the row names', () => {
  for (const [id, { office }] of rows)
    if (office) expect([id, office.in]).toEqual([id, /^(users|sessions)\./.test(id) ? 'params' : 'query']);
});

it('G16: limits bodies to 16 KB, to 64 KB for lists, to 128 KB for closings, routes and people, 256 KB for parts of photos, and files', () => {
  const other = rows.filter(([, { limits }]) => limits.request !== 16 * KB);
  expect(other.map(([id, { limits }]) => [id, limits.request])).toEqual([
    ['clients.create', 64 * KB],
    ['clients.edit', 64 * KB],
    ['clients.importPreview', 5 * MB],
    ['clients.importCommit', 64 * KB],
    ['couriers.attend', 64 * KB],
    ['couriers.preview', 5 * MB],
    ['couriers.import', 512 * KB],
    ...['assign', 'unassign', 'moveLoad', 'changeState', 'reschedule'].map((name) => [`assignments.${name}`, 64 * KB]),
    ['assignments.close', 128 * KB],
    ['assignments.cancel', 64 * KB],
    ['assignments.correct', 128 * KB],
    ...['undo', 'reorder'].map((name) => [`assignments.${name}`, 64 * KB]),
    ...['route', 'suggest'].map((name) => [`assignments.${name}`, 128 * KB]),
    ['money.verify', 128 * KB],
    ['reasons.replace', 64 * KB],
    ['imports.preview', 5 * MB],
    ['imports.commit', 64 * KB],
    ['imports.fix', 64 * KB],
    ['imports.clients', 64 * KB],
    ['exports.prepare', 64 * KB],
    ['evidence.add', 8 * MB],
    ['zones.import', 512 * KB],
    ['presence.tell', 64 * KB],
    ['people.preview', 5 * MB],
    ['people.create', 128 * KB],
    ['field.photoPart', 256 * KB],
    ['field.positions', 64 * KB],
  ]);
});

it('G27: limits responses to half a megabyte, eight for lists, and a few others', () => {
  const ofSize = (bytes: number) => rows.filter(([, { limits }]) => limits.answer === bytes).map(([id]) => id);
  expect(ofSize(Infinity)).toEqual(['events.stream']);
  expect(ofSize(512 * MB)).toEqual(['exports.download', 'trail.file']);
  // 500 photos of the largest stored size, and their index.
  expect(ofSize(501 * 6 * MB)).toEqual(['evidence.download']);
  // The invalid lines of the largest accepted file.
  expect(ofSize(48 * MB)).toEqual(['imports.broken']);
  expect(ofSize(MB)).toEqual(['tiles.read', 'tiles.field']);
  expect(ofSize(6 * MB)).toEqual(['evidence.file', 'guest.photo']);
  // 5,000 lines with the longest values.
  expect(ofSize(16 * MB)).toEqual(['clients.importPreview', 'imports.preview', 'imports.fix', 'imports.clients']);
  const lists = ofSize(8 * MB);
  expect(lists.filter((id) => !/^(orders|assignments)\./.test(id))).toEqual([
    'sessions.endOfUser',
    'users.listOwn',
    'users.list',
    'clients.list',
    'couriers.list',
    'couriers.map',
    'clients.history',
    'couriers.preview',
    'trails.day',
    'trails.file',
    'attention.list',
    'attention.history',
    'days.list',
    'money.day',
    'money.courier',
    'money.repeated',
    'money.export',
    'places.waiting',
    'guestLinks.list',
    'reviews.list',
    'views.list',
    'zones.list',
    'events.history',
    'people.list',
    'people.preview',
    'people.history',
    'trail.list',
    'field.route',
    'guest.open',
    'guest.content',
  ]);
  expect(ofSize(512 * KB)).toHaveLength(rows.length - lists.length - 13);
});

it('S27: an empty response to a permission save is a success', () => {
  expect(rows.filter(([, { to }]) => 'whenEmpty' in to).map(([id]) => id)).toEqual(['permissions.update']);
});
