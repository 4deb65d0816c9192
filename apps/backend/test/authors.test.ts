import { hash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEnrolment } from '#field/route/connect-phone.ts';
import { findTrackers } from '#fleet/positions/positions-repository.ts';
import { issueTicket, redeemTicket } from '#orders/exports/export-tickets.ts';
import { disablePerson, editPerson, movePerson, retirePerson } from '#people/directory/change-person.ts';
import { recogniseToken, signIn } from '#people/tokens/access-tokens.ts';
import { createPasswordLink, resetPassword } from '#people/tokens/password-links.ts';
import { setPassword } from '#people/tokens/set-password.ts';
import { operatorIn } from '#platform/dispatch/dispatcher.ts';
import { hashPassword } from '#people/users/passwords.ts';
import { requireUser } from '#people/users/users-repository.ts';
import { dispatcherOf, SELLER } from './dispatch-world.ts';
import { N1, NOTHING_OPEN, PASSWORD } from './people.ts';
import { INGEST } from './test-services.ts';
import { newGuest } from './use-guests.ts';
import { usePhones } from './use-phones.ts';

const BY = operatorIn({ ...N1, timeZone: 'America/Lima' });
const passwordHash = hashPassword(PASSWORD);

/** Rows prepared by Ana (N1), and by the chief of N1, who shares in N2 and resets passwords with charge S. */
const ENDED = {
  'the session of ana': false,
  'the session of chief': false,
  'a link of guests': false,
  'an open link of guests': false,
  'a link of guests in another office': false,
  'a link for a phone': false,
  'a connected phone': true,
  'an address for a tracker': false,
  'a connected tracker': true,
  'an export of orders': false,
  'an export of photos': false,
  'a preview of orders': false,
  'a preview of clients': false,
  'a password link': false,
};
type Kind = keyof typeof ENDED;
const ALL = Object.fromEntries(Object.keys(ENDED).map((kind) => [kind, true])) as Record<Kind, boolean>;
const OF_CHARGE_S = { 'a link of guests in another office': true, 'a password link': true };

describe('what a person leaves behind', () => {
  const desk = usePhones();
  const { dispatch } = desk;

  beforeEach(async () => {
    desk.services.config = { ...desk.services.config, ingest: INGEST };
    const user = { office_id: 'N1', password_hash: await passwordHash, password_changed_at: null, erased_at: null };
    await desk.db
      .insertInto('users')
      .values([
        { ...user, id: 'ana', username: 'ana', name: 'Doña ana', charge: 'D', permissions: ['U01', 'T02', '000'] },
        { ...user, id: 'chief', username: 'chief', name: 'Doña chief', charge: 'S', permissions: ['U01', 'G01'] },
      ])
      .execute();
  });

  /** Makes one thing of each kind. @returns functions that check whether each is still valid. */
  async function leaveAll(): Promise<Record<Kind, () => Promise<boolean>>> {
    const { db, services, clock } = desk;
    const ana = dispatcherOf('ana');
    const works = (made: Promise<unknown>) => made.then(Boolean, () => false);
    const session = async (username: string) => {
      const { token } = await signIn(services, { sucursal: 'N1', username, password: PASSWORD });
      return () => works(recogniseToken(services, token));
    };
    const share = async (as: 'ana' | 'chief', officeId: string) => {
      const order = await dispatch.createOrder({}, officeId === 'N2' ? 'neighbour' : 'ana');
      const body = { subject: { kind: 'order' as const, orderId: order.id }, days: 7 };
      return (await dispatch.ok('guestLinks.create', { as, office: officeId, body })).fragment;
    };
    const opens = (secret: string) => async () => (await newGuest(desk).open(secret)).status === 200;
    const guest = newGuest(desk);
    const shared = await share('ana', 'N1');
    await guest.open(shared);
    const connected = await desk.phoneOf(desk.sara);
    const { fragment } = await desk.linkOf(desk.pedro);
    const track = async (id: string) => {
      const { address } = await dispatch.ok('couriers.track', { id });
      const digest = hash('sha256', new URL(address).searchParams.get('id') ?? '');
      return async () => (await findTrackers(db, [digest])).size === 1;
    };
    const tracked = await track(desk.sara);
    await db.updateTable('courier_trackers').set({ used_at: clock() }).execute();
    const ticket = async (request: Parameters<typeof issueTicket>[2]) => {
      const issued = await issueTicket(db, ana, request, { day: '2026-11-20', orders: 1, limit: 9, now: clock() });
      const kind = 'photos' in request ? 'photos' : 'orders';
      return () => works(redeemTicket(db, ana, 'ticket' in issued ? issued.ticket : '', clock(), kind));
    };
    const orders = await dispatch.ok('imports.preview', {
      query: { fileName: 'x.csv' },
      file: 'cliente;destinatario;telefono;direccion;distrito;fecha\nC1;José;987654321;Av. Larco 1;Miraflores;21/11/2026',
    });
    const clients = await dispatch.ok('clients.importPreview', {
      ...SELLER,
      query: { fileName: 'x.csv' },
      file: 'nombre\nUno',
    });
    const preview = orders.readable ? orders.id : expect.unreachable(orders.why);
    const clerk = await requireUser(db, N1, 'clerk');
    const { secret } = await createPasswordLink(services, clerk, {
      id: 'chief',
      username: 'chief',
      user: 'Doña chief',
    });
    return {
      'the session of ana': await session('ana'),
      'the session of chief': await session('chief'),
      'a link of guests': opens(shared),
      'an open link of guests': async () => (await guest.call('guest.content')).status === 200,
      'a link of guests in another office': opens(await share('chief', 'N2')),
      'a link for a phone': () => works(readEnrolment(services, fragment)),
      'a connected phone': async () => (await connected.call('field.session')).status === 200,
      'an address for a tracker': await track(desk.pedro),
      'a connected tracker': tracked,
      'an export of orders': await ticket({ format: 'csv', filter: {}, sort: null } as never),
      'an export of photos': await ticket({ photos: [1] }),
      'a preview of orders': async () =>
        // Its number of orders is wrong, which is checked after the preview was found.
        (await dispatch.call('imports.commit', { id: preview, body: { orders: 9 } })).status !== 404,
      'a preview of clients': async () =>
        (
          await dispatch.call('clients.importCommit', {
            ...SELLER,
            id: clients.readable ? (clients.id ?? '') : '',
            body: { clients: 1 },
          })
        ).status === 200,
      'a password link': async () =>
        (await resetPassword(services, { secret, password: 'corto' })).outcome === 'refused',
    };
  }

  const both = async (change: (id: string) => Promise<unknown>): Promise<void> => {
    for (const id of ['ana', 'chief']) await change(id);
  };
  const given = { openWorkOf: NOTHING_OPEN };
  const edit = (id: string, changes: Parameters<typeof editPerson>[3]['changes']) =>
    editPerson(desk.services, BY, id, { changes });

  const CAUSES: [cause: string, change: () => Promise<unknown>, stays: Record<Kind, boolean>][] = [
    ['nothing', () => Promise.resolve(), ALL],
    ['being disabled', () => both((id) => disablePerson(desk.services, BY, id, given)), ENDED],
    ['being retired', () => both((id) => retirePerson(desk.services, BY, id, given)), ENDED],
    // Charge S has the right in every office of the company, and clients are the company's.
    [
      'moving to another office',
      () => both((id) => movePerson(desk.services, BY, id, { ...given, to: 'N2' })),
      { ...ENDED, ...OF_CHARGE_S, 'a preview of clients': true },
    ],
    [
      'losing the modules',
      async () => {
        await edit('ana', { modules: [] });
        await edit('chief', { modules: [] });
      },
      { ...ENDED, 'the session of ana': true, 'the session of chief': true },
    ],
    // Photos are shared by those who see them (T02), and clients are imported with both modules.
    [
      'losing the module of orders',
      () => edit('ana', { modules: ['T02', '000'] }),
      {
        ...ALL,
        'a link for a phone': false,
        'an address for a tracker': false,
        'an export of orders': false,
        'a preview of orders': false,
        'a preview of clients': false,
      },
    ],
    [
      'losing the module of clients',
      () => edit('ana', { modules: ['U01', 'T02'] }),
      { ...ALL, 'a preview of clients': false },
    ],
    [
      'losing charge S',
      () => edit('chief', { charge: 'A' }),
      { ...ALL, 'a link of guests in another office': false, 'a password link': false },
    ],
    ['a charge that allows the same', () => edit('ana', { charge: 'A' }), ALL],
    [
      'a reset of the password',
      () =>
        both(async (id) =>
          setPassword(desk.db, await requireUser(desk.db, N1, id), 'otra clave bien larga 7319', {
            at: desk.clock(),
          }),
        ),
      { ...ALL, 'the session of ana': false, 'the session of chief': false },
    ],
  ];
  it.each(CAUSES)('G42: ends after %s if it depends on the right of its author', async (_cause, change, stays) => {
    const left = await leaveAll();
    await change();
    const valid: Record<string, boolean> = {};
    for (const [kind, isValid] of Object.entries(left)) valid[kind] = await isValid();
    expect(valid).toEqual(stays);
    // The lists show the same.
    const list = async (officeId: string) =>
      (await dispatch.ok('guestLinks.list', { as: 'chief', office: officeId })).links[0]?.isSuspended;
    expect([await list('N1'), await list('N2')]).toEqual([
      !stays['a link of guests'],
      !stays['a link of guests in another office'],
    ]);
    const phone = await dispatch.ok('couriers.device', { as: 'chief', id: desk.pedro });
    expect(phone.linkExpiresAt !== null).toBe(stays['a link for a phone']);
    expect(phone.tracker !== null).toBe(stays['an address for a tracker']);
  });

  it('keeps views and notes readable, with their author marked', async () => {
    await dispatch.ok('views.create', { body: { name: 'De Ana', filter: {}, sort: null } });
    await dispatch.ok('handover.write', { body: { text: 'Falta la llave' } });
    const marks = async () => {
      const [view] = await dispatch.ok('views.list', { as: 'luis' });
      const { notes } = await dispatch.ok('handover.read', { as: 'luis', modules: ['D04'] });
      return [view?.authorLeft, notes[0]?.authorLeft];
    };
    expect(await marks()).toEqual([false, false]);
    await edit('ana', { username: 'ana.ruiz', charge: 'A' });
    expect(await marks()).toEqual([false, false]);
    await movePerson(desk.services, BY, 'ana', { ...given, to: 'N2' });
    expect(await marks()).toEqual([true, true]);
  });
});
