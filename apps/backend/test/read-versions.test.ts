import { randomUUID } from 'node:crypto';
import {
  type DISPATCH_OPERATIONS,
  type DispatchOperationId,
  type FIELD_OPERATIONS,
  type GUEST_OPERATIONS,
  type Order,
} from '@despacho/contracts/dispatch';
import { type KyselyPlugin, PostgresQueryCompiler, sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type PACES, versionOf } from '#edge/operations/read-version.ts';
import { erasePersonNamed } from '#edge/commands/personal-data.ts';
import { removeExpired } from '#upkeep/privacy/remove-expired.ts';
import { type Database } from '#platform/database/open-database.ts';
import { Refusal } from '#platform/refusal.ts';
import {
  clientInput,
  courierInput,
  DispatchClient,
  dispatcherOf,
  orderInput,
  SELLER,
  zoneInput,
} from './dispatch-world.ts';
import { photo } from './evidence-files.ts';
import { NORTE_RUC } from './people.ts';
import { newPhoto } from './send-photo.ts';
import { createServices, createTestApp, NOW } from './test-services.ts';
import { newGuest } from './use-guests.ts';
import { ref } from './use-loads.ts';
import { type Desk, useDesk } from './use-desk.ts';
import { type TestPhone, usePhones } from './use-phones.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CSV = Buffer.from(
  'cliente;destinatario;direccion;distrito;fecha\nC1;Ana;Jr. Uno 1;150101;21/11/2026\nC1;Ana;Jr. Uno 1;Wakanda;21/11/2026',
);

type Writes<Os> = { [I in keyof Os]: Os[I] extends { method: 'GET' } ? never : I }[keyof Os];
type Sent = Parameters<DispatchClient['call']>[1] & { rawBody?: object };

/** Nothing of «Por atender» and «Relevo» is in an answer that states a version; nobody of this desk may write it. */
/** No read with a version contains accounts or permissions. */
type OfPeople = Extract<DispatchOperationId, `people.${string}`>;
type OfWatch = 'attention.act' | 'handover.write' | 'handover.acknowledge';

type ReadId = keyof typeof PACES;

/** Writes that leave the state of the office as it is, some because they change another office: all reads are compared. */
const QUIET: ReadonlySet<string> = new Set(
  `assignments.rank assignments.suggest clients.create clients.disable clients.edit
  clients.importCommit clients.importPreview couriers.connect couriers.preview couriers.notice couriers.track couriers.untrack
  evidence.prepare exports.prepare field.enrolment field.positions imports.clients imports.fix imports.preview
  offices.close offices.create offices.remove offices.reopen passwords.link places.find places.waiting presence.tell
  signInRules.edit
  trails.follow`.split(/\s+/),
);

const stateOf = async (db: Database): Promise<string> =>
  (await db.selectFrom('offices').select('state_id').where('id', '=', 'N1').executeTakeFirstOrThrow()).state_id;

/** @returns the tables that a service on the desk's database names in its statements during some work. */
async function tablesOf(desk: Desk, work: (dispatch: DispatchClient) => Promise<unknown>): Promise<string[]> {
  const compiler = new PostgresQueryCompiler();
  const names = new Set<string>();
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const statement = compiler.compileQuery(node, queryId).sql;
      for (const [, name = ''] of statement.matchAll(/\b(?:from|join|into|update) "?(\w+)/g)) names.add(name);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const services = createServices(desk.db.withPlugin(recorder), desk.clock);
  await work(new DispatchClient(createTestApp(services), desk.clock));
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(desk.db);
  return rows.flatMap(({ name }) => (names.has(name) ? [name] : [])).sort();
}

describe('the version of a read', () => {
  const desk = usePhones();
  const { dispatch, assign } = desk;

  /** Another service on the same database. */
  let other: DispatchClient;
  let order: Order;
  beforeEach(async () => {
    other = new DispatchClient(createTestApp(createServices(desk.db, desk.clock)), desk.clock);
    order = await dispatch.createOrder({ window: { from: '09:00', to: '12:00' } });
  });

  const assigned = async (to = desk.pedro): Promise<Order> => {
    const created = await dispatch.createOrder({ collectDue: 9000 });
    await assign([created], to);
    return dispatch.order(created.id);
  };
  const delivered = async (): Promise<Order> => {
    const { id } = await assigned();
    const payments = [
      { means: 'efectivo' as const, amount: 5000 },
      { means: 'yape' as const, amount: 4000 },
    ];
    await dispatch.close([id], { to: 'entregada', payments });
    return dispatch.order(id);
  };
  const visitOf = ({ id, version }: Order, more: object = {}) => ({
    id: randomUUID(),
    order: id,
    attempt: 1,
    version,
    to: 'no_entregada' as const,
    reason: 'ausente',
    at: desk.clock().toISOString(),
    ...more,
  });
  const visited = async (phone: TestPhone): Promise<Order> => {
    const { id, version } = await assigned();
    const answer = await phone.call('field.visit', visitOf({ id, version } as Order));
    expect([answer.status, answer.body]).toMatchObject([200, { result: 'applied' }]);
    return dispatch.order(id);
  };
  const review = async (phone: TestPhone) => {
    const mine = await assigned();
    await assign([mine], desk.sara);
    await phone.call('field.visit', visitOf(mine));
    const { reviews } = await dispatch.ok('reviews.list');
    const last = reviews.at(-1);
    if (!last) throw new Error('no review');
    return { id: last.id, body: { version: last.now.version, why: 'x' } };
  };
  const version = async (): Promise<number> =>
    (await dispatch.ok('money.day')).couriers.find(({ courier }) => courier.id === desk.pedro)?.version ?? 0;
  const day = () => ({ courierId: desk.pedro, day: '2026-11-20' });
  const preview = async (): Promise<string> => {
    const seen = await dispatch.ok('imports.preview', { query: { fileName: 'x.csv' }, file: CSV });
    if (!seen.readable) throw new Error(seen.why);
    return seen.id;
  };
  const view = (name: string) => dispatch.ok('views.create', { body: { name, filter: {}, sort: null } });
  const zone = (name: string) => dispatch.ok('zones.create', { as: 'chief', body: zoneInput({ name }) });
  const share = (orderId: string) =>
    dispatch.ok('guestLinks.create', { body: { subject: { kind: 'order', orderId }, days: 7 } });

  const addKeeper = async () => {
    const account = { username: 'keeper', name: 'Keeper', charge: 'S', permissions: ['G01'], password_hash: '' };
    await desk.db
      .insertInto('users')
      .values({ id: 'keeper', office_id: 'N1', ...account })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };

  /** A request of each write of the contract, with what it needs. */
  const writes = (
    phone: TestPhone,
  ): Record<Exclude<Writes<typeof DISPATCH_OPERATIONS>, OfWatch | OfPeople>, () => Sent | Promise<Sent>> => ({
    'orders.create': () => ({ rawBody: orderInput() }),
    'orders.duplicate': () => ({ id: order.id, rawBody: { date: '2026-11-21' } }),
    'orders.edit': () => ({ id: order.id, rawBody: { version: order.version, changes: { note: 'Frágil' } } }),
    'places.find': () => ({ rawBody: { client: null, recipient: null, address: 'Av. Larco 345', ubigeo: '150122' } }),
    'places.waiting': () => ({ rawBody: { claim: order.id } }),
    'places.answer': () => ({ rawBody: { order: order.id, point: { lat: -12.12, lng: -77.03 } } }),
    'clients.create': () => ({ ...SELLER, rawBody: clientInput({ name: 'Nueva' }) }),
    'clients.edit': () => ({ ...SELLER, id: 'c1', rawBody: { version: 1, changes: { terms: 'Contado' } } }),
    'clients.disable': () => ({ ...SELLER, id: 'c2', rawBody: { version: 1, active: false } }),
    'clients.merge': async () => {
      const { id } = await dispatch.ok('clients.create', { ...SELLER, body: clientInput({ name: 'Doble' }) });
      await dispatch.createOrder({ client: { id, name: 'Doble', phone: null } });
      const { version: now } = await dispatch.ok('clients.details', { ...SELLER, id: 'c2' });
      return { ...SELLER, id: 'c2', rawBody: { version: now, from: id, fromVersion: 1 } };
    },
    'clients.editNotes': () => ({
      ...SELLER,
      id: 'c1',
      rawBody: { version: 0, notes: 'Cobra por la tarde', proof: { delivered: [], failed: [] } },
    }),
    'clients.removeNotes': async () => {
      const body = { version: 0, notes: 'Nota', proof: { delivered: [], failed: [] } };
      const { version } = await dispatch.ok('clients.editNotes', { ...SELLER, id: 'c2', body });
      return { ...SELLER, id: 'c2', rawBody: { version } };
    },
    'clients.importPreview': () => ({ ...SELLER, query: { fileName: 'x.csv' }, file: 'nombre\nNueva botica' }),
    'clients.importCommit': async () => {
      const seen = await dispatch.ok('clients.importPreview', {
        ...SELLER,
        query: { fileName: 'x.csv' },
        file: 'nombre\nOtra botica',
      });
      return { ...SELLER, id: seen.readable ? (seen.id ?? '') : '', rawBody: { clients: 1 } };
    },
    'couriers.create': () => ({ rawBody: courierInput({ name: 'Nuevo' }) }),
    'couriers.edit': () => ({ id: desk.sara, rawBody: { version: 1, changes: { name: 'Sara Nueva' } } }),
    'couriers.retire': async () => ({
      as: 'chief',
      id: await dispatch.createCourier({ name: 'Otro' }),
      rawBody: { version: 1 },
    }),
    'couriers.attend': () => ({ rawBody: { day: '2026-11-20', absent: [desk.sara], present: [] } }),
    'couriers.absent': () => ({ id: desk.sara, rawBody: { from: '2026-11-22', to: '2026-11-22', absent: true } }),
    'couriers.writeDocuments': async () => ({
      as: 'chief',
      id: await dispatch.createCourier({ name: 'Con papeles' }),
      rawBody: { version: 1, documents: [{ kind: 'soat', number: '123', until: '2026-12-31' }] },
    }),
    'couriers.preview': () => ({ query: { fileName: 'x.csv' }, file: Buffer.from('Nombre\nRosa Huanca') }),
    'couriers.import': () => ({ rawBody: { couriers: [courierInput({ name: 'Importada' })] } }),
    'couriers.connect': () => ({ id: desk.sara }),
    'couriers.disconnect': () => ({ id: desk.sara }),
    'trails.follow': () => ({ as: 'clerk', id: desk.sara }),
    'couriers.track': () => ({ id: desk.sara }),
    'couriers.notice': () => ({ id: desk.sara }),
    'couriers.untrack': () => ({ id: desk.sara }),
    'notes.write': () => ({ id: order.id, rawBody: { text: 'Toque el timbre' } }),
    'assignments.assign': async () => ({
      rawBody: { courierId: desk.pedro, orders: [ref(await dispatch.order(order.id))] },
    }),
    'assignments.suggest': () => ({ rawBody: { orders: [ref(order)] } }),
    'assignments.unassign': async () => ({ rawBody: { orders: [ref(await assigned())] } }),
    'assignments.moveLoad': async () => {
      await assigned();
      return { rawBody: { from: desk.pedro, to: desk.sara } };
    },
    'assignments.changeState': async () => ({ rawBody: { to: 'en_ruta', orders: [ref(await assigned())] } }),
    'assignments.reschedule': async () => ({ rawBody: { date: '2026-11-21', orders: [ref(await assigned())] } }),
    'assignments.close': async () => ({
      rawBody: { orders: [{ ...ref(await assigned()), to: 'no_entregada', reason: 'ausente' }] },
    }),
    'assignments.cancel': async () => ({ as: 'chief', rawBody: { why: 'x', orders: [ref(await assigned())] } }),
    'assignments.correct': async () => ({
      as: 'chief',
      rawBody: { why: 'x', orders: [{ ...ref(await delivered()), to: 'en_ruta' }] },
    }),
    'assignments.undo': async () => {
      const { batch } = await assign([await dispatch.createOrder()], desk.pedro);
      return { rawBody: { batch } };
    },
    'assignments.reorder': async () => {
      const courierId = await dispatch.createCourier({ name: 'Ordenado' });
      const moved = [await assigned(courierId), await assigned(courierId)];
      return { id: courierId, rawBody: { orders: moved.toReversed().map(ref) } };
    },
    'assignments.rank': () => ({ rawBody: { orders: [order.id] } }),
    'assignments.route': async () => {
      const courierId = await dispatch.createCourier({ name: 'Trazado' });
      return { id: courierId, rawBody: { stops: [ref(await assigned(courierId)), ref(await dispatch.createOrder())] } };
    },
    'days.confirm': async () => {
      const courierId = await dispatch.createCourier({ name: 'Confirmado' });
      const rawBody = { courierId, day: '2026-11-20', delivered: 0, failed: 0, collected: 0, version: 0 };
      return { rawBody };
    },
    'days.reopen': async () => {
      const courierId = await dispatch.createCourier({ name: 'Reabierto' });
      const confirmed = { courierId, day: '2026-11-20', delivered: 0, failed: 0, collected: 0, version: 0 };
      await dispatch.ok('days.confirm', { body: confirmed });
      return { as: 'chief', rawBody: { courierId, day: '2026-11-20', why: 'Faltaba un cobro' } };
    },
    'money.receive': async () => {
      await delivered();
      return { rawBody: { ...day(), version: await version(), amount: 5000 } };
    },
    'money.verify': async () => {
      const { id } = await delivered();
      return { rawBody: { ...day(), version: await version(), payments: [{ orderId: id, means: 'yape' }] } };
    },
    'money.agree': async () => {
      await delivered();
      return { rawBody: { ...day(), version: await version(), matter: 'sobrante', amount: 20_000 } };
    },
    'money.undo': async () => {
      await delivered();
      const body = { ...day(), version: await version(), amount: 5000 };
      const { act } = await dispatch.ok('money.receive', { body });
      return { rawBody: { ...day(), act, why: 'Se contó mal' } };
    },
    'reasons.replace': () => ({ as: 'chief', rawBody: { reasons: [{ code: 'ausente', name: 'No estaba' }] } }),
    'passwords.link': async () => {
      await addKeeper();
      return { as: 'keeper', id: 'clerk' };
    },
    'signInRules.edit': async () => {
      await addKeeper();
      return { as: 'keeper', rawBody: { version: 1, changes: { graceDays: 7 } } };
    },
    'offices.create': () => ({
      as: 'chief',
      rawBody: { id: 'N9', name: 'Nueve', timeZone: 'America/Lima', province: null },
    }),
    'offices.edit': () => ({ as: 'chief', rawBody: { version: 1, changes: { name: 'Norte' } } }),
    'offices.close': () => ({ as: 'chief', office: 'N2', rawBody: { version: 1 } }),
    'offices.reopen': () => ({ as: 'chief', office: 'N2', rawBody: { version: 2 } }),
    'offices.remove': async () => {
      const rawBody = { id: 'N8', name: 'Ocho', timeZone: 'America/Lima', province: null };
      await dispatch.ok('offices.create', { as: 'chief', body: rawBody });
      return { as: 'chief', office: 'N8', rawBody: { version: 1 } };
    },
    'firstDay.skip': () => ({ as: 'chief', rawBody: { skipped: true } }),
    'settings.edit': async () => ({
      as: 'chief',
      rawBody: { version: (await dispatch.ok('settings.read')).version, changes: { cashLimit: 100 } },
    }),
    'imports.preview': () => ({ query: { fileName: 'x.csv' }, file: CSV }),
    'imports.commit': async () => ({ id: await preview(), rawBody: { orders: 1 } }),
    'imports.fix': async () => ({ id: await preview(), rawBody: { column: 'district', value: '150101', lines: [3] } }),
    'imports.clients': async () => ({ id: await preview(), rawBody: { clients: [], keepOthers: true } }),
    'exports.prepare': () => ({ rawBody: { format: 'csv', filter: { buscar: 'larco' } } }),
    'reviews.accept': async () => {
      const { id, body } = await review(phone);
      return { id, rawBody: body };
    },
    'reviews.reject': async () => {
      const { id, body } = await review(phone);
      return { id, rawBody: body };
    },
    'reviews.rejectAll': async () => {
      const { id, body } = await review(phone);
      return { rawBody: { courierId: desk.pedro, upTo: id, why: body.why } };
    },
    'guestLinks.create': () => ({ rawBody: { subject: { kind: 'order', orderId: order.id }, days: 7 } }),
    'guestLinks.revoke': async () => ({ id: (await share(order.id)).link.id }),
    'evidence.add': async () => ({ id: order.id, query: { kind: 'entrega' }, file: await photo(1) }),
    'evidence.ask': async () => ({ id: (await visited(phone)).id, rawBody: { kind: 'fachada' } }),
    'evidence.settle': async () => {
      const { id } = await visited(phone);
      await sql`update field_visits set faults = '{lejos}' where order_id = ${id}::bigint`.execute(desk.db);
      const { id: last } = await desk.db
        .selectFrom('field_visits')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return { id, rawBody: { photo: null, visit: String(last) } };
    },
    'evidence.remove': async () => {
      const { id } = await dispatch.ok('evidence.add', {
        id: order.id,
        query: { kind: 'firma' },
        file: await photo(2),
      });
      return { as: 'chief', id, rawBody: { why: 'Borrosa' } };
    },
    'evidence.prepare': async () => {
      const { id } = await dispatch.ok('evidence.add', { id: order.id, query: { kind: 'guia' }, file: await photo(3) });
      return { as: 'clerk', rawBody: { photos: [id] } };
    },
    'views.create': () => ({ rawBody: { name: 'Una', filter: {}, sort: null } }),
    'views.edit': async () => ({ id: (await view('Dos')).id, rawBody: { version: 1, changes: { name: 'Tres' } } }),
    'views.remove': async () => ({ id: (await view('Cuatro')).id, rawBody: { version: 1 } }),
    'zones.create': () => ({ as: 'chief', rawBody: zoneInput() }),
    'zones.import': () => ({
      as: 'chief',
      rawBody: { zones: [{ ...zoneInput({ name: 'Del archivo' }), replaces: null }] },
    }),
    'zones.edit': async () => ({
      as: 'chief',
      id: (await zone('Dos')).id,
      rawBody: { version: 1, changes: { name: 'Tres' } },
    }),
    'zones.remove': async () => ({ as: 'chief', id: (await zone('Cuatro')).id, rawBody: { version: 1 } }),
    'zones.restore': async () => {
      const { id, version } = await zone('Cinco');
      await dispatch.ok('zones.remove', { as: 'chief', id, body: { version } });
      return { as: 'chief', id, rawBody: { version: 2 } };
    },
    'presence.tell': () => ({ rawBody: { doing: 'viendo', orders: ['1'] } }),
  });

  /** A request of each write of a courier's phone. */
  const phoneWrites = (
    phone: TestPhone,
  ): Record<Writes<typeof FIELD_OPERATIONS>, () => Promise<{ status: number }>> => {
    const when = () => ({ id: randomUUID(), at: desk.clock().toISOString() });
    const announced = async () => {
      const bytes = await photo(4);
      const mine = await assigned();
      const body = visitOf(mine);
      await phone.call('field.visit', body);
      return { bytes, body: newPhoto(body.id, bytes) };
    };
    return {
      'field.enrolment': async () =>
        desk.newPhone().call('field.enrolment', { secret: (await desk.linkOf(desk.sara)).fragment }),
      'field.connect': async () => desk.newPhone().connect(await desk.linkOf(desk.sara)),
      'field.signOut': async () => (await desk.phoneOf(desk.sara)).call('field.signOut'),
      'field.start': () => phone.call('field.start', when()),
      'field.reorder': async () => {
        const [one, other] = [await assigned(), await assigned()];
        return phone.call('field.reorder', { ...when(), before: [one.id, other.id], stops: [other.id, one.id] });
      },
      'field.door': async () =>
        phone.call('field.door', {
          ...when(),
          order: (await assigned()).id,
          attempt: 1,
          place: { lat: -12.1, lng: -77, accuracy: 9 },
        }),
      'field.readNote': async () => {
        const mine = await assigned();
        const { note } = await dispatch.ok('notes.write', { id: mine.id, body: { text: 'Llame' } });
        return phone.call('field.readNote', undefined, undefined, note?.id);
      },
      'field.visit': async () => phone.call('field.visit', visitOf(await assigned())),
      'field.reportVisit': async () => phone.call('field.reportVisit', visitOf(await assigned())),
      'field.photo': async () => phone.call('field.photo', (await announced()).body),
      'field.photoPart': async () => {
        const { bytes, body } = await announced();
        await phone.call('field.photo', body);
        return phone.part(body.id, 0, bytes);
      },
      'field.positions': () =>
        phone.call('field.positions', {
          fixes: [{ at: desk.clock().toISOString(), lat: -12.1, lng: -77, accuracy: 10 }],
        }),
      'field.end': () => phone.call('field.end', { ...when(), unsent: 0 }),
    };
  };

  /** A request of each write of a guest. */
  const guestWrites: Record<Writes<typeof GUEST_OPERATIONS>, () => Promise<{ status: number }>> = {
    'guest.open': async () => {
      const { fragment } = await share(order.id);
      desk.clock.move(DAY);
      return newGuest(desk).open(fragment);
    },
  };

  /** Changes without a request. */
  const others: Record<string, () => unknown> = {
    'a minute': () => desk.clock.move(MINUTE),
    'a second before an order is late': () =>
      desk.clock.move(Date.parse('2026-11-20T17:00:00Z') - 1000 - desk.clock().getTime()),
    'its due time': () => desk.clock.move(1000),
    'a millisecond later': () => desk.clock.move(1),
    'a new working day': () => desk.clock.move(DAY - 7 * 60 * MINUTE),
    'expired photos': async () => {
      await dispatch.ok('evidence.add', { id: order.id, query: { kind: 'entrega' }, file: await photo(5) });
      await removeExpired(
        desk.services,
        { companyId: 'norte', officeId: 'N1' },
        () => new Date(NOW.getTime() + 9 * DAY),
      );
    },
    'an erased person': async () => {
      const recipient = { name: 'Zoila Erase', phone: '+51 900 111 222' };
      const { id } = await dispatch.createOrder({ recipient });
      await assign([await dispatch.order(id)], desk.sara);
      await dispatch.close([id], { to: 'entregada' });
      const given: Record<string, string> = { ruc: NORTE_RUC, phone: recipient.phone, confirm: 'yes' };
      await erasePersonNamed(desk.services, (name) => given[name] ?? '');
    },
    'a statement of an operator': () =>
      sql`update order_details set recipient = 'Otra' where code = ${order.code}`.execute(desk.db),
    'the time zone': () => sql`update offices set time_zone = 'Pacific/Kiritimati' where id = 'N1'`.execute(desk.db),
  };

  /** @param timed with the filters by due time, which only the clock or another order changes. */
  const reads = (timed = true): Record<ReadId, Parameters<DispatchClient['call']>[1][]> => {
    const ofOrder = [{ id: order.id }];
    const filters = ['vencidas', 'por_vencer'].flatMap((marca) => [
      { query: { marca } },
      { query: { no_marca: marca } },
    ]);
    const lists = [
      {},
      { query: { estado: 'pendiente' } },
      { query: { horario: 'vigente' } },
      ...(timed ? filters : []),
    ];
    return {
      'orders.list': [...lists, { query: { limite: '1' } }, { query: { ids: order.id } }, { as: 'chief' }],
      'orders.map': lists,
      'orders.counts': lists,
      'orders.states': lists,
      'orders.clients': [{}],
      'orders.read': ofOrder,
      'couriers.list': [{}, { as: 'chief' }],
      'couriers.map': [{ as: 'clerk' }],
      'couriers.retired': [{ query: { antes: '999999' } }],
      'days.list': [{}],
      'money.day': [{}],
      'evidence.list': ofOrder,
      'evidence.page': [{ as: 'clerk' }, { as: 'clerk', query: { vista: 'orden' } }],
      'evidence.missing': [{ as: 'clerk' }],
      'events.history': [{}, { query: { limite: '2' } }],
      'reasons.list': [{}],
      'views.list': [{}, { as: 'chief' }],
      'zones.list': [{}, { as: 'clerk' }],
    };
  };

  /** The answers that a client has, each with its version. */
  class Client {
    readonly #known = new Map<string, { version: string; text: string }>();
    /** How many reads had the version that the client has. */
    confirmed = 0;

    /**
     * Reads everything from the other service. An answer with a version that the client has must be the same text.
     * @param conditional also sends the version that it has, which is confirmed if it is unchanged.
     * @param timed as for `reads`.
     */
    async readAll(after: string, { conditional = false, timed = true } = {}): Promise<void> {
      for (const [id, requests] of Object.entries(reads(timed)))
        for (const sent of requests) {
          const name = `${id} ${JSON.stringify(sent)}`;
          const before = this.#known.get(name);
          const { status, text, headers } = await other.call(id as ReadId, sent);
          expect([after, name, status]).toEqual([after, name, 200]);
          const version = String(headers['etag']);
          expect([name, version]).toEqual([name, expect.stringMatching(/^W\/"[\w-]{27}"$/)]);
          if (before?.version === version) {
            expect([after, name, before.text]).toEqual([after, name, text]);
            this.confirmed += 1;
          }
          if (conditional && before) {
            const answer = await other.call(id as ReadId, { ...sent, version: before.version });
            expect([after, name, answer.status]).toEqual([after, name, before.version === version ? 304 : 200]);
          }
          this.#known.set(name, { version, text });
        }
    }
  }

  it('is renewed by a change of any table that the read names', async () => {
    await delivered();
    const { rows } = await sql<{ name: string }>`
      select event_object_table as name from information_schema.triggers
      where trigger_name like 'renew_state_on_%'
      group by 1 having count(distinct event_manipulation) = 3`.execute(desk.db);
    const renewing = rows.map(({ name }) => name);
    // A view, tallies that triggers of the orders keep, and what admission writes.
    const derived = ['orders', 'order_tallies', 'grouped_tallies', 'person_reads', 'accepted_keys'];
    // Who may read what: the name of a company is in no answer that states a version. Of clients only what a merge
    // changes is read, which renews the states itself.
    const known = new Set([...renewing, ...derived, 'offices', 'companies', 'clients']);
    for (const [id, requests] of Object.entries(reads()))
      for (const sent of requests) {
        const tables = await tablesOf(desk, (client) => client.call(id as ReadId, sent));
        expect([id, tables.filter((name) => !known.has(name))]).toEqual([id, []]);
      }
  });

  it('is renewed by a change of the office, and once per transaction', async () => {
    const { db } = desk;
    const before = await stateOf(db);
    await sql`update offices set cash_limit = 100 where id = 'N1'`.execute(db);
    const changed = await stateOf(db);
    expect(changed).not.toBe(before);
    await db.transaction().execute(async (trx) => {
      const rename = (name: string) => sql`update order_details set recipient = ${name}`.execute(trx);
      await rename('Una');
      const renewed = await stateOf(trx);
      expect(renewed).not.toBe(changed);
      await rename('Otra');
      expect(await stateOf(trx)).toBe(renewed);
    });
  });

  it('is renewed by a merge of clients without orders', async () => {
    const before = await stateOf(desk.db);
    const { id } = await dispatch.ok('clients.create', { ...SELLER, body: clientInput({ name: 'Doble' }) });
    expect(await stateOf(desk.db)).toBe(before);
    const { version } = await dispatch.ok('clients.details', { ...SELLER, id: 'c2' });
    await dispatch.ok('clients.merge', { ...SELLER, id: 'c2', body: { version, from: id, fromVersion: 1 } });
    expect(await stateOf(desk.db)).not.toBe(before);
  });

  it('changes with every write, unless the answer is the same', { timeout: 300_000 }, async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const client = new Client();
    let read = '';
    const readAll = async (after: string, more = {}) => {
      await client.readAll(after, more);
      read = await stateOf(desk.db);
    };
    /** Versions contain the state, so that all reads must be compared only if a write leaves it as it is. */
    const check = async (id: string, write: () => Promise<{ status: number; text?: string }>) => {
      const before = await stateOf(desk.db);
      // Otherwise the last answers are still current, and are also compared with those after the preparation.
      if (QUIET.has(id) && before !== read) await readAll(`the preparation of ${id}`, { timed: false });
      const { headers } = await other.call('orders.list');
      const { status, text } = await write();
      expect([id, status, text]).toEqual([id, 200, text]);
      expect([id, (await stateOf(desk.db)) === before]).toEqual([id, QUIET.has(id)]);
      if (QUIET.has(id)) await readAll(id, { timed: false });
      else {
        const { status: known } = await other.call('orders.list', { version: String(headers['etag']) });
        expect([id, known]).toEqual([id, 200]);
      }
    };
    await readAll('the beginning');
    await readAll('nothing', { conditional: true });
    expect(client.confirmed).toBeGreaterThan(30);
    // First the writes that keep the state.
    const all = Object.entries(writes(phone)).toSorted(
      ([one], [two]) => Number(QUIET.has(two)) - Number(QUIET.has(one)),
    );
    for (const [id, make] of all) {
      const sent = await make();
      await check(id, () => dispatch.call(id as DispatchOperationId, sent));
    }
    for (const [id, send] of Object.entries({ ...phoneWrites(phone), ...guestWrites })) await check(id, send);
    await readAll('the writes', { conditional: true });
    for (const [what, change] of Object.entries(others)) {
      await change();
      await readAll(what);
    }
  });
});

describe('the inputs of a version', () => {
  const desk = useDesk();
  const { dispatch } = desk;
  const dispatcher = dispatcherOf('ana');
  const inputs = {
    dispatcher,
    modules: ['U01', 'D05'],
    stateId: 'a',
    params: {},
    query: { marca: 'vencidas' },
    now: NOW,
  };
  const of = (changes: Partial<typeof inputs> = {}, id: DispatchOperationId = 'orders.list') =>
    versionOf(id, { ...inputs, ...changes });
  const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

  it.each<[what: string, version: string | undefined]>([
    ['the state', of({ stateId: 'b' })],
    ['the operation', of({}, 'orders.map')],
    ['the person', of({ dispatcher: { ...dispatcher, sub: 'N1/luis' } })],
    ['the charge', of({ dispatcher: { ...dispatcher, charge: 'S' } })],
    ['the office', of({ dispatcher: { ...dispatcher, officeId: 'N2' } })],
    ['the company', of({ dispatcher: { ...dispatcher, companyId: 'sur' } })],
    ['the modules', of({ modules: ['U01'] })],
    ['the query', of({ query: { marca: 'por_vencer' } })],
    ['the path', of({ params: { id: '1' } })],
    ['the minute', of({ now: later(1) })],
    ['the next minute', of({ now: later(MINUTE) })],
  ])('include %s', (_what, version) => {
    expect(version).toMatch(/^W\//);
    expect(version).not.toBe(of());
  });

  it('include the minute only where the clock decides within a day', () => {
    const daily = (now: Date, dayTurnsAt = '05:00') =>
      of({ now, query: { marca: undefined } as never, dispatcher: { ...dispatcher, dayTurnsAt } });
    expect(daily(later(MINUTE))).toBe(daily(NOW));
    // NOW is 10:00 in Lima: midnight there and in UTC, and 05:00.
    for (const hours of [9, 14, 19]) {
      const turn = NOW.getTime() + hours * 60 * MINUTE;
      expect([hours, daily(new Date(turn)) === daily(new Date(turn - 1))]).toEqual([hours, false]);
    }
    expect(of({ modules: ['D05', 'U01'] })).toBe(of());
  });

  it('do not exist for the past, or for reads that depend on more', () => {
    expect(of({ query: { aLas: '2026-11-20T09:00' } as never })).toBeUndefined();
    for (const id of ['dashboard.today', 'attention.list', 'settings.read', 'couriers.device'] as const)
      expect([id, of({}, id)]).toEqual([id, undefined]);
  });

  it('never confirm the answer of another person or office', async () => {
    await dispatch.createOrder();
    const { headers } = await dispatch.call('orders.list', { as: 'chief' });
    const version = String(headers['etag']);
    expect((await dispatch.call('orders.list', { as: 'chief', version })).status).toBe(304);
    for (const sent of [{ as: 'ana' }, { as: 'luis' }, { as: 'chief', office: 'N2' }] as const)
      expect([sent, (await dispatch.call('orders.list', { ...sent, version })).status]).toEqual([sent, 200]);
    expect((await dispatch.call('orders.list', { as: 'stranger', office: 'N1', version })).status).toBe(404);
    expect((await dispatch.call('orders.list', { as: 'clerk', version })).status).toBe(403);
  });

  it('are confirmed without reading anything but the office', async () => {
    await dispatch.createOrder();
    const version = String((await dispatch.call('orders.list')).headers['etag']);
    const tables = await tablesOf(desk, (client) => client.call('orders.list', { version }));
    // The first request of a process also notes the key, and loads how many orders the person has read.
    expect(tables).toEqual(['accepted_keys', 'companies', 'offices', 'person_reads']);
  });

  it('are refused to a person who has read the orders of a day', async () => {
    await dispatch.createOrder();
    const version = String((await dispatch.call('orders.list')).headers['etag']);
    vi.spyOn(desk.services.ordersRead, 'requireLeft').mockRejectedValue(new Refusal('busy', 'x'));
    expect((await dispatch.call('orders.list', { version })).status).toBe(429);
  });
});
