import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CORRECTABLE_MINUTES, emptyFilter, type Receipt, REPORT_GROUP_CODES } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Services } from '#edge/services.ts';
import { readRoute } from '#field/route/read-route.ts';
import { endDay, startDay } from '#field/route/run-day.ts';
import { decideReview } from '#field/visits/decide-review.ts';
import { recordVisit } from '#field/visits/record-visit.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { findPhone, type Phone, replacePhone, touchPhone } from '#fleet/phones/phones-repository.ts';
import { readClients, readCouriers, readMoney, readPunctuality, readToday } from '#insight/figures/read-figures.ts';
import { readReport } from '#insight/reports/read-report.ts';
import { downloadExport } from '#orders/exports/download-export.ts';
import { prepareExport } from '#orders/exports/prepare-export.ts';
import { countByState } from '#orders/order/count-orders.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { insertOrders } from '#orders/order/insert-orders.ts';
import { listOrders } from '#orders/order/list-orders.ts';
import { fieldsOf, type OrderRow } from '#orders/order/order-row.ts';
import { findOrder } from '#orders/order/orders-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { MinuteCounts } from '#platform/minute-counts.ts';
import { Refusal } from '#platform/refusal.ts';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { cancelOrders } from '#work/assignments/cancel-orders.ts';
import { changeState } from '#work/assignments/change-state.ts';
import { closeOrders } from '#work/assignments/close-orders.ts';
import { correctClosing } from '#work/assignments/correct-closing.ts';
import { moveLoad } from '#work/assignments/move-load.ts';
import { rescheduleOrders } from '#work/assignments/reschedule-orders.ts';
import { unassignOrders } from '#work/assignments/unassign-orders.ts';
import { undoBatch } from '#work/assignments/undo-batch.ts';
import { listDays } from '#work/days/list-days.ts';
import { agreeMoney, receiveMoney, undoMoney, verifyPayments } from '#work/money/change-money.ts';
import { confirmDay, reopenDay } from '#work/money/confirm-day.ts';
import { versionOf } from '#work/money/ledger.ts';
import { readMoneyDay } from '#work/money/read-money.ts';
import { courierInput, dispatcherOf, orderInput } from '../dispatch-world.ts';
import { resetPeople } from '../people.ts';
import { createClock, createServices, openTestDatabase } from '../test-services.ts';
import {
  byMeans,
  type CourierDay,
  EXPENSES,
  isLoaded,
  type LedgerOrder,
  nextDate,
  OfficeLedger,
  paidIn,
  type Visit,
  visitOf,
  ZONES,
} from './office-ledger.ts';

const MINUTE = 60_000;
const DUE = 5000;
/** Surplus limit of a courier and day, in céntimos, above which a second person is needed. */
const SURPLUS_LIMIT = 10_000;
const ALL = ['D01', 'D02', 'D03', 'D04', 'D05', 'M01'];
const NAMES = ['Pedro', 'Sara'];

/** What people and phones do, by how often. */
const WEIGHTS = {
  ...{ start: 3, end: 2, visit: 7, amend: 3, decide: 3 },
  ...{ create: 1, assign: 3, unassign: 1, moveLoad: 1, reschedule: 1, setOut: 2, close: 3, closeRoute: 2, correct: 3 },
  ...{ undo: 3, again: 3, giveBack: 1, cancel: 1 },
  ...{ receive: 4, both: 2, note: 1, verify: 2, undoMoney: 2, agree: 5, confirm: 4, reopen: 4 },
};
type Kind = keyof typeof WEIGHTS;
const KINDS = Object.keys(WEIGHTS) as Kind[];
/** Steps that replace one that nobody can do at the time. */
const INSTEAD: Kind[] = ['receive', 'verify', 'undoMoney', 'visit', 'close', 'assign'];

const step = fc.record({
  kind: fc.oneof(...KINDS.map((kind) => ({ weight: WEIGHTS[kind], arbitrary: fc.constant(kind) }))),
  /** Minutes since the step before; negative for around the next midnight or turn of the day. */
  wait: fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 45 }) },
    { weight: 3, arbitrary: fc.integer({ min: 46, max: 300 }) },
    { weight: 2, arbitrary: fc.integer({ min: -6, max: -1 }) },
  ),
  courier: fc.constantFrom(0, 1),
  cashier: fc.constantFrom('ana', 'luis'),
  /** Which of the possible orders, days or acts, and how. */
  pick: fc.nat({ max: 999 }),
  how: fc.nat({ max: 999 }),
  /** Minutes by which a phone sends later than it records. */
  late: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 180 })),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const { stories: wanted, seed } = inject('interleavings');

const story = fc.record({
  zone: fc.constantFrom(...ZONES),
  /** Minutes after the first midnight. */
  begins: fc.integer({ min: 0, max: 1439 }),
  /** Who has an account that sees the money: chief S may agree without one. */
  accounts: fc.constantFrom([], ['luis'], ['ana', 'luis']),
  // The long run has longer days.
  steps: fc.array(step, { minLength: 6, maxLength: wanted > 100 ? 24 : 8 }),
});

type Route = Pick<CourierDay, 'endedAt' | 'isEndedByOffice' | 'setOutAt'>;

/** A visit of a phone, and the first one of its corrections. */
interface Sent {
  id: string;
  order: LedgerOrder;
  attempt: number;
  visit: Visit;
  at: number;
  firstAt: number;
  state: 'applied' | 'decided' | 'review';
}

/** Whether the service did something, and whether it should have; null for what nobody can do at the time. */
type Result = { did: boolean; should: boolean } | null;

const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
const only = <T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
const someOf = (counts: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .toSorted(),
  );
const textOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const byId = (one: { id: string | null }, other: { id: string | null }) =>
  String(one.id).localeCompare(String(other.id));
const unlessRefused = <T>(operation: Promise<T>): Promise<T | null> =>
  operation.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return null;
  });

describe('the days of an office', () => {
  let db: Database;
  let close: () => Promise<void>;
  let sample: OrderRow;
  let services: Services;
  let clock: ReturnType<typeof createClock>;
  let office = '';
  let offices = 10;
  let people: Record<'ana' | 'luis' | 'chief', Dispatcher>;
  let ledger: OfficeLedger;
  let began = 0;
  /** What the service answered of each order's version, and the last change that may be undone. */
  let versions: Map<LedgerOrder, number>;
  let last: {
    batch: string;
    by: Dispatcher;
    at: number;
    /** Those that nobody has changed since, as they were before. */
    orders: Map<LedgerOrder, LedgerOrder>;
    /** The day that it opened or ended, before and after. */
    route?: { known: CourierDay; before: Route; after: Route };
  } | null;
  /** The last visit that each courier's phone sent. */
  let sent: Map<string, Sent>;
  /** What the office was at each minute of its calendar. */
  let past: Map<string, ReturnType<typeof expected>>;
  /** Digest of the entries of money up to the newest, which may not change. */
  let entries: { newest: number; digest: string };
  const seen = new Set<string>();

  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
    await resetPeople(db);
    const ana = dispatcherOf('ana');
    const { id } = await createOrder(createServices(db, createClock()), ana, randomUUID(), orderInput());
    const row = await findOrder(db, ana, Number(id));
    if (!row) throw new Error('not prepared');
    sample = row;
  });
  afterAll(() => close());

  const hashOf = (courier: string): string => `${office} ${courier}`;
  async function phoneOf(courier: string, withRoute = false): Promise<Phone> {
    const phone = await findPhone(db, hashOf(courier), clock(), withRoute);
    if (!phone) throw new Error('the phone is missing');
    // Like its requests: an unused phone is disconnected within the days of a long story.
    await touchPhone(db, phone, clock());
    return phone;
  }

  /** @param forms decide what each order is like. */
  async function addOrders(by: Dispatcher, forms: readonly number[]): Promise<void> {
    const orders = forms.map((form) => {
      const date = nextDate(ledger.officeDay(), form === 4 ? 1 : form === 3 ? -1 : 0);
      const window = form % 3 === 1 ? { from: '09:00', to: '13:00' } : null;
      const [from = 0] = ledger.instants(`${date}T09:00`);
      const [to = 0] = ledger.instants(`${date}T13:00`);
      return {
        ...{ date, window, promised: window && { from, to }, due: form % 3 === 0 ? null : DUE },
        ...{ client: form % 2 === 0 ? 'c1' : null, district: form % 4 === 0 ? '150101' : '150122' },
      };
    });
    const fields = orders.map(({ date, window, due, client, district }) => ({
      ...fieldsOf(sample),
      ...{ date, windowFrom: window?.from ?? null, windowTo: window?.to ?? null },
      ...{ collectDue: due, clientId: client, ubigeo: district },
    }));
    const batch = { id: randomUUID(), now: clock() };
    const made = await db.transaction().execute((trx) => insertOrders(trx, by, batch, fields));
    for (const [index, each] of orders.entries()) {
      const { id = 0, code = '' } = made[index] ?? {};
      const fresh = { state: 'pendiente', courier: null, attempt: 1, visits: [], hadBy: new Set<string>() };
      const order = { ...each, ...fresh, id: String(id), code, createdAt: ledger.now };
      ledger.orders.push(order);
      versions.set(order, 1);
    }
  }

  /** Opens an office for a story, so that nothing has to be emptied. */
  async function open(zone: (typeof ZONES)[number], begins: number, accounts: readonly string[]): Promise<void> {
    office = `N${(offices += 1)}`;
    const row = { id: office, company_id: 'norte', name: office, time_zone: zone.name, created_at: new Date(offices) };
    await db.insertInto('offices').values(row).execute();
    const of = (name: 'ana' | 'luis' | 'chief') => ({
      ...{ ...dispatcherOf(name, office), sub: `${office}/${name}`, timeZone: zone.name },
    });
    for (const username of accounts)
      await db
        .insertInto('users')
        .values({
          ...{ id: `${office}/${username}`, office_id: office, username, name: username, charge: 'D' },
          ...{ permissions: ['D05'], password_hash: '' },
        })
        .execute();
    people = { ana: of('ana'), luis: of('luis'), chief: of('chief') };
    began = new OfficeLedger(zone, []).endOf(nextDate(zone.begins, -1)) + begins * MINUTE;
    clock = createClock(new Date(began));
    services = createServices(db, clock);
    services.pastReads = new MinuteCounts(Infinity);
    const couriers: string[] = [];
    for (const name of NAMES) {
      const { id } = await createCourier(services, people.ana, randomUUID(), courierInput({ name }));
      const where = { companyId: 'norte', officeId: office, courierId: Number(id) };
      await replacePhone(db, where, { sessionHash: hashOf(id), name: 'Android' }, clock());
      couriers.push(id);
    }
    ledger = new OfficeLedger(zone, couriers, accounts);
    ledger.now = began;
    versions = new Map();
    sent = new Map();
    last = null;
    past = new Map();
    entries = { newest: 0, digest: '' };
    await addOrders(people.ana, [0, 1, 2, 3, 4, 5, 7]);
    for (const [index, order] of ledger.orders.slice(0, 5).entries())
      await give(people.ana, order, couriers[index % 2] ?? '');
  }

  /** Of a change after the last one, which then cannot be undone. */
  const changed = (order: LedgerOrder): void => {
    versions.set(order, (versions.get(order) ?? 0) + 1);
    last?.orders.delete(order);
    if (last?.orders.size === 0) last = null;
  };

  const refOf = (order: LedgerOrder) => ({ id: order.id, version: versions.get(order) ?? 0 });

  /** Changes some orders by a request of the office. */
  async function deskAll(
    { by, orders, should }: { by: Dispatcher; orders: LedgerOrder[]; should: (order: LedgerOrder) => boolean },
    send: (key: string) => Promise<Receipt>,
    then: (order: LedgerOrder) => void,
  ): Promise<Result> {
    if (orders.length === 0) return null;
    const before = new Map(orders.map((order) => [order, { ...structuredClone(order), hadBy: order.hadBy }]));
    const expectedIds = orders.filter(should).map(({ id }) => id);
    const { batch, outcomes } = await send(randomUUID());
    const ids = outcomes.flatMap((outcome) => (outcome.ok && outcome.changed ? [outcome.id] : []));
    if (orders.length > 1) expect(ids.toSorted(), 'the changed orders').toEqual(expectedIds.toSorted());
    const done = orders.filter(({ id }) => ids.includes(id));
    for (const order of done) changed(order);
    if (batch !== null)
      last = { batch, by, at: ledger.now, orders: new Map([...before].filter(([order]) => done.includes(order))) };
    for (const order of done) then(order);
    return { did: done.length > 0, should: expectedIds.length > 0 };
  }

  const desk = (
    { by, order, should }: { by: Dispatcher; order: LedgerOrder | undefined; should: boolean },
    send: (ref: { id: string; version: number }, key: string) => Promise<Receipt>,
    then: (order: LedgerOrder) => void,
  ): Promise<Result> =>
    deskAll(
      { by, orders: order ? [order] : [], should: () => should },
      (key) => send(order ? refOf(order) : { id: '', version: 0 }, key),
      then,
    );

  /** Nothing new for a day that the office has confirmed. */
  const mayCarry = (courier: string, date: string): boolean => {
    const today = ledger.workingDay(courier);
    return ledger.day(courier, date < today ? today : date).confirmed === null;
  };

  const give = (by: Dispatcher, order: LedgerOrder | undefined, courier: string): Promise<Result> =>
    desk(
      { by, order, should: order !== undefined && order.courier !== courier && mayCarry(courier, order.date) },
      (ref, key) => assignOrders(services, by, key, { courierId: courier, orders: [ref] }),
      (each) => {
        Object.assign(each, { courier, state: each.state === 'pendiente' ? 'asignada' : each.state });
        each.hadBy.add(courier);
      },
    );

  /**
   * The last payment about the visit of an order's present attempt. An amount that it takes from the account is gone.
   */
  function record(order: LedgerOrder, visit: Visit, by: string): void {
    const before = order.visits[order.attempt];
    const isSame = before?.courier === visit.courier && before.day === visit.day;
    const verified = isSame ? Math.min(before.verified, visit.paid.yape) : 0;
    order.visits[order.attempt] = { ...visit, verified, by, recordedAt: ledger.now };
    Object.assign(order, { state: visit.to, courier: visit.courier });
  }

  function draw({ due }: LedgerOrder, courier: string, at: number, how: number): Visit {
    const isDelivered = how % 3 !== 0;
    const ways = [
      [DUE, 0],
      [0, DUE],
      [3000, 2000],
      [1 + how, how],
    ] as const;
    const [efectivo, yape] = (isDelivered && due !== null ? pickOf(ways, how) : undefined) ?? [0, 0];
    const to = isDelivered ? 'entregada' : 'no_entregada';
    return { courier, day: ledger.workingDay(courier, at), at, to, paid: { efectivo, yape }, verified: 0 };
  }

  /** A phone's time is of no use if it precedes the order. */
  const timeAt = ({ createdAt }: LedgerOrder, at: number): number => (at < createdAt ? ledger.now : at);

  const isSameClosing = (one: Visit, other: Visit): boolean =>
    one.to === other.to && JSON.stringify(one.paid) === JSON.stringify(other.paid);

  /** The last request opens or ends a day. */
  function runRoute(known: CourierDay, change: Partial<CourierDay>): void {
    const route = () => only(known, 'setOutAt', 'endedAt', 'isEndedByOffice');
    const before = route();
    Object.assign(known, change, { isKnown: true });
    if (last) last.route = { known, before, after: route() };
  }

  const closingOf = ({ due }: LedgerOrder, { to, paid }: Visit) => ({
    to,
    ...(to === 'no_entregada' && { reason: 'ausente' }),
    ...(to === 'entregada' && due !== null && { payments: byMeans(paid) }),
    ...(to === 'entregada' && due !== null && paidIn(paid) !== due && { difference: 'Pagó otra suma' }),
  });

  /** @returns a courier's day of which something is true, if there is one; occasionally any. */
  function pickDay(
    { pick, how }: Step,
    suits: (known: CourierDay, money: ReturnType<OfficeLedger['money']>) => boolean,
  ) {
    const visited = ledger.orders.flatMap(({ visits }) => visits.flatMap((visit) => visit?.day ?? []));
    const days = [...new Set([ledger.officeDay(), ...visited])];
    const all = ledger.couriers.flatMap((courier) =>
      days.map((day) => ({ courier, day, known: ledger.day(courier, day), ...ledger.money(courier, day) })),
    );
    return pickOf(how % 8 === 0 ? all : all.filter((each) => suits(each.known, each)), pick);
  }

  /** Carries out a step in the service and in the ledger. */
  async function act(each: Step): Promise<Result> {
    const { pick, how } = each;
    const { ana, luis, chief } = people;
    const cashier = people[each.cashier === 'ana' ? 'ana' : 'luis'];
    const named = ledger.couriers[each.courier] ?? '';
    const today = ledger.officeDay();
    const at = Math.max(ledger.now - each.late * MINUTE, began);
    const time = { id: randomUUID(), at: new Date(at).toISOString(), clockOffsetMs: 0 };
    const isClosed = (of: string | null): boolean =>
      of !== null && ledger.day(of, ledger.workingDay(of)).confirmed !== null;
    /** Every other time of a courier whose day is confirmed, if there is one. */
    const orderIn = (...states: string[]) => {
      const all = ledger.orders.filter(({ state }) => states.includes(state));
      const ofClosed = all.filter((order) => isClosed(order.courier));
      return pickOf(how % 2 === 0 || ofClosed.length === 0 ? all : ofClosed, pick);
    };
    const version = (key: { courier: string; day: string }) =>
      versionOf(db, ana, { courierId: Number(key.courier), day: key.day });
    switch (each.kind) {
      case 'start': {
        const answer = how % 4 === 0;
        const courier = (how % 2 === 1 ? ledger.couriers.find(isClosed) : undefined) ?? named;
        const day = ledger.startingDay(courier, at, answer);
        const known = ledger.day(courier, day);
        const body = { ...time, ...(answer && { day: nextDate(ledger.officeDay(at)) }) };
        await startDay(services, await phoneOf(courier), body);
        if (known.startedAt === null || at < known.startedAt) ledger.moveVisits(courier, day, at).forEach(changed);
        Object.assign(known, { startedAt: Math.min(known.startedAt ?? at, at), isKnown: true });
        if (!known.confirmed && known.endedAt !== null && at >= known.endedAt)
          Object.assign(known, { endedAt: null, isEndedByOffice: false });
        if (last?.route?.known === known) Object.assign(last.route.before, { endedAt: null, isEndedByOffice: false });
        if (known.confirmed || ledger.workingDay(courier) !== day) return { did: true, should: true };
        for (const order of ledger.load(courier, day)) {
          if (order.state === 'asignada') changed(order);
          order.state = 'en_ruta';
        }
        return { did: true, should: true };
      }
      case 'end': {
        const courier = named;
        await endDay(services, await phoneOf(courier), { ...time, unsent: 0 });
        const known = ledger.day(courier, ledger.workingDay(courier, at));
        Object.assign(known, { isKnown: true, ...(!known.confirmed && { endedAt: at, isEndedByOffice: false }) });
        return { did: true, should: true };
      }
      case 'visit': {
        const courier = named;
        const own = ledger.orders.filter(({ hadBy }) => hadBy.has(courier));
        const loaded = ledger.load(courier, '9999');
        const order = pickOf(how % 5 === 0 || loaded.length === 0 ? own : loaded, pick);
        if (!order) return null;
        const visit = draw(order, courier, timeAt(order, at), how);
        const seenAs = { order: order.id, attempt: order.attempt, version: versions.get(order) ?? 0 };
        const body = { ...time, ...seenAs, ...closingOf(order, visit) };
        const should = order.courier === courier && isLoaded(order) && !ledger.isFrozen(visit);
        const { result } = await recordVisit(services, await phoneOf(courier), body);
        if (result === 'review') ledger.reviews.set(body.id, { order, visit });
        else {
          record(order, visit, courier);
          changed(order);
        }
        const state = result === 'review' ? 'review' : 'applied';
        sent.set(courier, { id: body.id, order, attempt: order.attempt, visit, at, firstAt: at, state });
        return { did: result === 'applied', should };
      }
      case 'amend': {
        const former = sent.get(named);
        if (!former) return null;
        const { order, attempt, state } = former;
        const later = Math.max(at, former.at);
        const visit = draw(order, named, timeAt(order, later), how + 1);
        const shown = order.attempt === attempt ? visitOf(order) : null;
        const isAsSent = order.state === former.visit.to && order.courier === named && shown !== null;
        const isAsLeft = isAsSent && JSON.stringify(shown.paid) === JSON.stringify(former.visit.paid);
        const isOpen = order.attempt === attempt && order.courier === named && isLoaded(order);
        const isLate = later - former.firstAt > CORRECTABLE_MINUTES * MINUTE;
        const may = {
          applied: isAsLeft && !ledger.isFrozen(shown),
          review: isOpen && !ledger.isFrozen(visit),
          decided: false,
        };
        const body = {
          ...{ ...time, at: new Date(later).toISOString() },
          ...{ order: order.id, attempt, version: versions.get(order) ?? 0, corrects: former.id },
          ...closingOf(order, visit),
        };
        const { result } = await recordVisit(services, await phoneOf(named), body);
        ledger.reviews.delete(former.id);
        if (result === 'review') ledger.reviews.set(body.id, { order, visit });
        else {
          // A correction keeps the time of the visit.
          const kept = state === 'applied' && shown ? { ...visit, at: shown.at, day: shown.day } : visit;
          if (!shown || !isSameClosing(shown, kept)) {
            changed(order);
            record(order, kept, named);
          }
        }
        // What the first visit did to the order is still there, unless the correction was applied.
        if (result === 'review' && state === 'applied') sent.delete(named);
        else
          sent.set(named, {
            ...{ ...former, id: body.id, visit, at: later },
            state: result === 'review' ? (state === 'decided' ? 'decided' : 'review') : 'applied',
          });
        return { did: result === 'applied', should: !isLate && may[state] };
      }
      case 'decide': {
        const [id, review] = pickOf([...ledger.reviews], pick) ?? [];
        if (id === undefined || !review) return null;
        const { order } = review;
        const row = await db.selectFrom('field_visits').select('id').where('visit', '=', id).executeTakeFirstOrThrow();
        const decision = how % 3 === 0 ? 'rechazada' : 'aceptada';
        const asked = { key: randomUUID(), id: row.id, decision, version: versions.get(order) ?? 0 } as const;
        const visit = { ...review.visit, day: ledger.workingDay(review.visit.courier, review.visit.at) };
        const replaced = order.state === 'entregada' ? visitOf(order) : null;
        const should = decision === 'rechazada' || !ledger.isFrozen(visit, replaced);
        const did = (await unlessRefused(decideReview(services, cashier, asked))) !== null;
        if (did) {
          ledger.reviews.delete(id);
          for (const each of sent.values()) if (each.id === id) each.state = 'decided';
          changed(order);
          if (decision === 'aceptada') record(order, visit, cashier.username);
        }
        return { did, should };
      }
      case 'create':
        await addOrders(cashier, [pick % 6]);
        return { did: true, should: true };
      case 'assign':
        return give(cashier, orderIn('pendiente', 'asignada', 'en_ruta'), named);
      case 'moveLoad': {
        const [from = '', to = ''] = each.courier === 0 ? ledger.couriers : ledger.couriers.toReversed();
        return deskAll(
          { by: cashier, orders: ledger.load(from, today), should: ({ date }) => mayCarry(to, date) },
          (key) => moveLoad(services, cashier, key, { from, to }),
          (order) => {
            order.courier = to;
            order.hadBy.add(to);
          },
        );
      }
      case 'unassign':
        return desk(
          { by: cashier, order: orderIn('asignada'), should: true },
          (ref, key) => unassignOrders(services, cashier, key, [ref]),
          (order) => Object.assign(order, { state: 'pendiente', courier: null }),
        );
      case 'reschedule': {
        const order = orderIn('pendiente', 'asignada', 'en_ruta');
        const date = nextDate(today, how % 2);
        return desk(
          { by: cashier, order, should: order?.date !== date && (!order?.courier || mayCarry(order.courier, date)) },
          (ref, key) => rescheduleOrders(services, cashier, key, { date, orders: [ref] }),
          ({ state }) =>
            Object.assign(order ?? {}, { date, ...(state === 'en_ruta' && date > today && { state: 'asignada' }) }),
        );
      }
      case 'setOut': {
        const order = orderIn('asignada');
        if (!order?.courier) return null;
        const day = ledger.startingDay(order.courier, ledger.now);
        const known = ledger.day(order.courier, day);
        return desk(
          { by: cashier, order, should: order.date <= day },
          (ref, key) => changeState(services, cashier, key, { to: 'en_ruta', orders: [ref] }),
          () => {
            order.state = 'en_ruta';
            const isBegun = known.startedAt !== null || known.setOutAt !== null;
            const isEnded = known.isEndedByOffice && known.confirmed === null;
            if (isBegun && !isEnded) return;
            runRoute(known, {
              setOutAt: isBegun ? known.setOutAt : ledger.now,
              ...(isEnded && { endedAt: null, isEndedByOffice: false }),
            });
          },
        );
      }
      case 'close': {
        const order = orderIn('asignada', 'en_ruta');
        if (!order?.courier) return null;
        const visit = draw(order, order.courier, ledger.now, how);
        return desk(
          { by: cashier, order, should: !ledger.isFrozen(visit) },
          (ref, key) => closeOrders(services, cashier, key, { orders: [{ ...ref, ...closingOf(order, visit) }] }),
          () => record(order, visit, cashier.username),
        );
      }
      case 'closeRoute': {
        const day = ledger.workingDay(named);
        const known = ledger.day(named, day);
        const orders = ledger.load(named, day);
        const visits = new Map(orders.map((order, index) => [order, draw(order, named, ledger.now, how + index)]));
        const closings = [...visits].map(([order, visit]) => ({ ...refOf(order), ...closingOf(order, visit) }));
        const result = await deskAll(
          { by: cashier, orders, should: (order) => !ledger.isFrozen(visits.get(order)) },
          (key) => closeOrders(services, cashier, key, { route: named, orders: closings }),
          (order) => {
            const visit = visits.get(order);
            if (visit) record(order, visit, cashier.username);
          },
        );
        if (result?.did && known.endedAt === null && !known.confirmed)
          runRoute(known, { endedAt: ledger.now, isEndedByOffice: true });
        return result;
      }
      case 'correct': {
        const order = orderIn('entregada', 'no_entregada');
        const before = order && visitOf(order);
        if (!before) return null;
        const visit = { ...draw(order, before.courier, before.at, how + 1), day: before.day };
        const closing = how % 4 === 3 ? { to: 'en_ruta' as const } : closingOf(order, visit);
        const isSame = closing.to !== 'en_ruta' && isSameClosing(visit, before);
        return desk(
          { by: chief, order, should: !isSame && !ledger.isFrozen(before) },
          (ref, key) => correctClosing(services, chief, key, { why: 'x', orders: [{ ...ref, ...closing }] }),
          () => {
            if (closing.to === 'en_ruta') Object.assign(order, { state: 'en_ruta' }).visits[order.attempt] = undefined;
            else record(order, visit, chief.username);
          },
        );
      }
      case 'undo': {
        if (!last || last.at !== ledger.now) return null;
        const { batch, by, route } = last;
        const orders = new Map(last.orders);
        const result = await deskAll(
          {
            ...{ by, orders: [...orders.keys()] },
            should: (order) => !ledger.isFrozen(visitOf(order), visitOf(orders.get(order) ?? order)),
          },
          (key) => undoBatch(services, by, key, batch),
          (order) => {
            const now = visitOf(order);
            Object.assign(order, orders.get(order));
            const then = visitOf(order);
            if (then) then.verified = Math.min(now?.verified ?? 0, then.paid.yape);
          },
        );
        if (route && !route.known.confirmed) {
          const { known, before, after } = route;
          if (known.setOutAt === after.setOutAt) known.setOutAt = before.setOutAt;
          // Unless the courier has set out or sent a close since.
          if (known.endedAt === after.endedAt && known.isEndedByOffice === after.isEndedByOffice)
            Object.assign(known, only(before, 'endedAt', 'isEndedByOffice'));
        }
        last = null;
        return result;
      }
      case 'again': {
        const order = orderIn('no_entregada');
        const asked = how % 2 === 0 ? {} : { date: nextDate(today) };
        return desk(
          { by: cashier, order, should: true },
          (ref, key) => changeState(services, cashier, key, { to: 'pendiente', orders: [ref], ...asked }),
          ({ attempt, date }) => {
            const next = { state: 'pendiente', courier: null, attempt: attempt + 1, date: date < today ? today : date };
            Object.assign(order ?? {}, next, asked);
          },
        );
      }
      case 'giveBack': {
        const order = orderIn('no_entregada', 'en_devolucion');
        const to = order?.state === 'no_entregada' ? 'en_devolucion' : 'devuelta';
        return desk(
          { by: cashier, order, should: true },
          (ref, key) => changeState(services, cashier, key, { to, orders: [ref] }),
          () => Object.assign(order ?? {}, { state: to }),
        );
      }
      case 'cancel':
        return desk(
          {
            by: chief,
            order: orderIn('no_entregada') ?? orderIn('pendiente', 'asignada'),
            should: true,
          },
          (ref, key) => cancelOrders(services, chief, key, { why: 'x', orders: [ref] }),
          (order) => Object.assign(order, { state: 'anulada', courier: null }),
        );
      case 'receive':
      case 'both': {
        const of = pickDay(each, (_, { held }) => held.efectivo > 0);
        if (!of) return null;
        const noted = Math.max(0, ...of.known.noted.map((note) => note.amount));
        const more = of.held.efectivo === 0 ? 0 : how % 3 === 0 ? noted : how % 5 === 0 ? 2 * SURPLUS_LIMIT : 0;
        // By another digit than the explanation, so that each amount occurs with each reason.
        const part = [1, 1, 0.8, 0.3, 1.1, 0][Math.floor(how / 12) % 6] ?? 1;
        const amount = Math.round(of.held.efectivo * part) + more;
        const missing = of.held.efectivo - amount;
        const isExplained = missing !== 0 && how % 2 === 0;
        const expense = how % 4 === 0 ? (pickOf(EXPENSES, pick) ?? 'pasajes') : 'faltante';
        if (amount === 0 && !isExplained) return null;
        const difference = { amount: missing, reason: missing > 0 ? expense : 'sobrante', note: 'x' } as const;
        const body = {
          courierId: of.courier,
          day: of.day,
          amount,
          version: await version(of),
          ...(isExplained && { difference }),
        };
        const bys = each.kind === 'both' ? [ana, luis] : [cashier];
        const surplus = ledger.surplus(of.courier, of.day) - missing - of.inReview;
        const mayReceive = ({ user }: Dispatcher): boolean =>
          missing >= 0 ||
          surplus <= SURPLUS_LIMIT ||
          of.known.noted.some((note) => note.by !== user && note.amount >= surplus);
        const answers = await Promise.all(
          bys.map(async (by) => {
            const receipt = await unlessRefused(receiveMoney(services, by, randomUUID(), body));
            return receipt && { act: receipt.act, by: by.username };
          }),
        );
        const done = answers.filter((answer) => answer !== null);
        expect(done.length, 'two cashiers who saw the same').toBeLessThan(2);
        for (const receipt of done)
          of.known.acts.push({
            ...{ ...receipt, ...ledger.record(), received: amount },
            ...(isExplained && { difference }),
          });
        const should = !of.known.confirmed && (missing >= 0 || isExplained) && bys.some(mayReceive);
        return { did: done.length === 1, should };
      }
      case 'note': {
        const of = pickDay(each, (_, { held }) => held.efectivo > 0);
        if (!of || of.held.efectivo === 0) return null;
        const amount = SURPLUS_LIMIT + how * 10;
        const body = {
          courierId: of.courier,
          day: of.day,
          version: await version(of),
          matter: 'sobrante',
          amount,
        } as const;
        const did = (await unlessRefused(agreeMoney(services, cashier, randomUUID(), body))) !== null;
        if (did) of.known.noted.push({ by: cashier.user, amount });
        return { did, should: !of.known.confirmed };
      }
      case 'verify': {
        const of = pickDay(each, (_, { held }) => held.yape > 0);
        const visits = of
          ? ledger.visitsOf(of.courier, of.day).filter(({ visit }) => visit.paid.yape > visit.verified)
          : [];
        if (!of || visits.length === 0) return null;
        const payments = visits.map(({ order }) => ({
          orderId: order.id,
          means: 'yape' as const,
          operation: randomUUID(),
        }));
        const body = { courierId: of.courier, day: of.day, version: await version(of), payments };
        const receipt = await unlessRefused(verifyPayments(services, cashier, randomUUID(), body));
        if (receipt) {
          const found = visits.map(({ order, visit }) => ({
            order: order.id,
            amount: visit.paid.yape - visit.verified,
          }));
          of.known.acts.push({
            ...{ act: receipt.act, by: cashier.username, ...ledger.record() },
            ...{ received: 0, payments: found },
          });
          for (const { visit } of visits) visit.verified = visit.paid.yape;
        }
        return { did: receipt !== null, should: !of.known.confirmed };
      }
      case 'undoMoney': {
        const of = pickDay(each, ({ acts }) => acts.length > 0);
        const undone = of && pickOf(of.known.acts, pick);
        if (!undone) return null;
        const visits = ledger.visitsOf(of.courier, of.day);
        const found = (undone.payments ?? []).map(({ order: id, amount }) => ({
          ...{ amount, visit: visits.find(({ order, visit }) => order.id === id && visit.paid.yape > 0)?.visit },
        }));
        const isThere = found.every(({ amount, visit }) => visit !== undefined && visit.verified >= amount);
        const body = { courierId: of.courier, day: of.day, act: undone.act, why: 'x' };
        const did = (await unlessRefused(undoMoney(services, cashier, randomUUID(), body))) !== null;
        if (did) {
          of.known.acts = of.known.acts.filter((other) => other !== undone);
          for (const { amount, visit } of found) if (visit) visit.verified -= amount;
        }
        return { did, should: !of.known.confirmed && isThere };
      }
      case 'agree': {
        const of = pickDay(each, (_, { doubt }) => doubt.people.size > 0);
        if (!of || of.doubt.people.size === 0) return null;
        const by = pickOf([chief, ana, luis], Math.floor(how / 8)) ?? chief;
        const body = {
          courierId: of.courier,
          day: of.day,
          version: await version(of),
          matter: 'gastos',
          amount: of.doubt.expenses,
        } as const;
        const did = (await unlessRefused(agreeMoney(services, by, randomUUID(), body))) !== null;
        if (did) of.known.agreed = ledger.record();
        return { did, should: by === chief || !of.doubt.people.has(by.username) };
      }
      case 'confirm': {
        const of = pickDay(each, ({ confirmed }) => !confirmed);
        if (!of) return null;
        const totals = ledger.totals(of.courier, of.day);
        const collected = paidIn(of.collected);
        const reasons = [undefined, 'faltante', pickOf(EXPENSES, pick) ?? 'pasajes'] as const;
        const given = pickOf(reasons, how);
        const rest = given && { reason: given };
        const body = {
          ...{ courierId: of.courier, day: of.day, version: await version(of), collected, ...(rest && { rest }) },
          ...only(totals, 'delivered', 'failed'),
        };
        // A later day begins when this courier sets out for it, whatever the others do.
        const hasBegun = of.day <= ledger.workingDay(of.courier);
        const should = hasBegun && !of.known.confirmed && (paidIn(of.held) === 0 || rest !== undefined);
        const did = (await unlessRefused(confirmDay(services, cashier, randomUUID(), body))) !== null;
        const reason = paidIn(of.held) > 0 && rest ? rest.reason : null;
        if (did) {
          const { username, user } = cashier;
          const confirmed = { by: { username, user }, ...ledger.record(), totals, reason, isAlone: false };
          Object.assign(of.known, { confirmed, isKnown: true });
          confirmed.isAlone = ledger.isAlone(ledger.money(of.courier, of.day).doubt);
        }
        return { did, should };
      }
      case 'reopen': {
        const of = pickDay(each, ({ confirmed }) => confirmed !== null);
        if (!of) return null;
        const should = of.known.confirmed !== null;
        const body = { courierId: of.courier, day: of.day, why: 'x' };
        const did = (await unlessRefused(reopenDay(services, chief, randomUUID(), body))) !== null;
        if (did) of.known.confirmed = null;
        return { did, should };
      }
    }
  }

  /** What the list and the Dashboard answer at a time, of the working day and of the days around it. */
  function expected() {
    const day = ledger.officeDay();
    const span = { from: nextDate(day, -1), to: nextDate(day) };
    const orders = ledger.orders.filter(({ date }) => date === day);
    const { paid, ...all } = ledger.figures(orders);
    const counted = orders.filter(({ state }) => state !== 'anulada');
    const clients = [...Map.groupBy(counted, ({ client }) => client)].map(([id, group]) => {
      const { orders: total, delivered, failed, ...each } = ledger.figures(group);
      return { id, total, done: delivered + failed, failed, ...only(each, 'due', 'collected') };
    });
    return {
      span,
      list: ledger.listed(ledger.orders.filter(({ date }) => date >= span.from && date <= span.to)),
      today: {
        ...{
          day,
          states: someOf(
            Object.fromEntries([...Map.groupBy(orders, ({ state }) => state)].map(([state, of]) => [state, of.length])),
          ),
        },
        ...{ failed: all.failed + ledger.revisited(day).length, done: all.delivered + all.failed, late: all.late },
      },
      kept: { met: all.met, due: all.promised },
      // Reports of couriers count visits, including those of orders that are visited again.
      couriers: ledger.couriers
        .flatMap((id) => {
          const group = counted.filter(({ courier }) => courier === id);
          const again = ledger.revisited(day, id).length;
          const { orders: total, delivered, failed, ...each } = ledger.figures(group);
          const figures = { total: total + again, done: delivered + failed + again, failed: failed + again };
          return figures.total === 0
            ? []
            : { id, ...figures, ...only(each, 'late', 'onTheWay'), cash: ledger.carried(id) };
        })
        .toSorted(byId),
      money: { orders: all.collecting, open: all.toCollect, means: byMeans(paid) },
      clients: clients.toSorted(byId),
    };
  }

  /** The same readings of the service, each now or as of a past minute. */
  const readings = {
    list: async (moment: string | undefined, span: { from: string; to: string }) => {
      const page = { filter: { ...emptyFilter(), ...span }, sort: 'codigo', size: 100, moment } as const;
      const { orders } = await listOrders(services, people.ana, page);
      return orders.map((order) => ({
        ...only(order, 'code', 'state', 'date', 'attempt', 'reason', 'visitDay'),
        ...{ courier: order.courier?.id ?? null, paid: order.collect?.payments ?? [] },
      }));
    },
    today: async (moment?: string) => {
      const { states, failures, course, ...rest } = await readToday(services, people.ana, { moment });
      const failed = failures.total;
      return { ...only(rest, 'day', 'late'), states: someOf(states), failed, done: course.done.at(-1) ?? 0 };
    },
    kept: async (moment?: string) => only(await readPunctuality(services, people.ana, { moment }), 'met', 'due'),
    couriers: async (moment?: string) => {
      const { couriers } = await readCouriers(services, people.ana, ALL, { moment });
      return couriers
        .map((each) => ({ ...only(each, 'id', 'total', 'done', 'failed', 'late', 'onTheWay'), cash: each.cash ?? 0 }))
        .toSorted(byId);
    },
    money: async (moment?: string) => {
      const { means, ...rest } = await readMoney(services, people.ana, ALL, { moment });
      return { ...only(rest, 'orders', 'open'), means: means.map((each) => only(each, 'means', 'amount')) };
    },
    clients: async (moment?: string) => {
      const { clients, outside } = await readClients(services, people.ana, { moment });
      const all = [...clients, ...(outside ? [{ id: null, ...outside }] : [])];
      return all.map((each) => only(each, 'id', 'total', 'done', 'failed', 'due', 'collected')).toSorted(byId);
    },
  };
  const WIDGETS = ['today', 'kept', 'couriers', 'money', 'clients'] as const;

  /** «Cierre del día» and «Liquidación». */
  async function checkDay(day: string): Promise<void> {
    const { couriers: days } = await listDays(services, people.ana, day);
    const { couriers: sheets } = await readMoneyDay(services, people.ana, day);
    for (const courier of ledger.couriers) {
      const known = ledger.day(courier, day);
      const { confirmed } = known;
      const totals = confirmed?.totals ?? ledger.totals(courier, day);
      const shown = days.find((each) => each.courier.id === courier);
      const isListed = known.isKnown || totals.delivered + totals.failed + totals.open > 0;
      expect(
        shown && [
          only(shown, 'delivered', 'failed', 'open', 'due', 'payments'),
          shown.startedAt,
          shown.end?.at ?? null,
          shown.confirmed?.at ?? null,
        ],
        `the day ${day} of ${courier}`,
      ).toEqual(
        isListed
          ? [totals, textOf(known.startedAt ?? known.setOutAt), textOf(known.endedAt), textOf(confirmed?.at ?? null)]
          : undefined,
      );
      const sheet = sheets.find((each) => each.courier.id === courier);
      const { held, collected, account, doubt, ...money } = ledger.money(courier, day);
      const isInSheets = isListed || sheet !== undefined;
      expect(
        sheet && {
          ...only(
            sheet,
            'delivered',
            'failed',
            'open',
            'state',
            'held',
            'inReview',
            'collected',
            'received',
            'account',
            'carried',
          ),
          doubts: sheet.doubts ?? { expenses: 0, limit: 0, orders: 0 },
          differences: sheet.differences.map(({ reason, amount }) => [reason, amount]).toSorted(),
        },
        `the money of ${day} of ${courier}`,
      ).toEqual(
        isInSheets
          ? {
              ...only(totals, 'delivered', 'failed', 'open'),
              ...{ ...money, held: byMeans(held), collected: byMeans(collected) },
              ...{
                account: byMeans({ efectivo: 0, yape: account }),
                doubts: only(doubt, 'expenses', 'limit', 'orders'),
                carried: ledger.carried(courier),
              },
            }
          : undefined,
      );
    }
  }

  async function checkPhone(courier: string): Promise<void> {
    const {
      day,
      startedAt,
      end,
      stops,
      revisited = 0,
      reviews = [],
    } = await readRoute(services, await phoneOf(courier, true));
    const known = ledger.day(courier, day);
    const { open, ...totals } = ledger.totals(courier, day);
    const isOpen = ({ state }: { state: string }) => state === 'asignada' || state === 'en_ruta';
    const closed = stops.filter((stop) => !isOpen(stop));
    const delivered = closed.filter(({ state }) => state === 'entregada');
    const paid = delivered.flatMap((stop) => stop.payments ?? []);
    const sumOf = (means: string) => paid.reduce((sum, each) => (each.means === means ? sum + each.amount : sum), 0);
    expect(
      {
        ...{ day, startedAt, end: end?.at ?? null, confirmed: end?.confirmed?.by ?? null },
        ...{ delivered: delivered.length, failed: closed.length - delivered.length + revisited },
        ...{ due: delivered.reduce((sum, { collectDue }) => sum + (collectDue ?? 0), 0) },
        payments: byMeans({ efectivo: sumOf('efectivo'), yape: sumOf('yape') }),
        open: stops.filter((stop) => isOpen(stop) && (stop.date ?? '') <= day).length,
        reviews: reviews.filter(({ state }) => state === 'pendiente').map(({ visit }) => visit),
      },
      `the phone of ${courier}`,
    ).toEqual({
      ...{ ...totals, open, day: ledger.workingDay(courier), startedAt: textOf(known.startedAt) },
      ...{ end: textOf(known.endedAt ?? known.confirmed?.at ?? null), confirmed: known.confirmed?.by.user ?? null },
      reviews: [...ledger.reviews].flatMap(([id, { visit }]) => (visit.courier === courier ? [id] : [])),
    });
  }

  async function checkExport({ span, list }: ReturnType<typeof expected>): Promise<void> {
    const filter = { desde: span.from, hasta: span.to };
    const { ticket } = await prepareExport(services, people.chief, { format: 'csv', filter });
    const { content } = await downloadExport(services, people.chief, ticket);
    const lines = (await text(Readable.from(content))).slice(1).trim().split('\r\n');
    const [head = [], ...rows] = lines.map((line) => line.split(';'));
    const columns = ['Código', 'Repartidor', 'Fecha', 'Visita', 'Día de trabajo', 'Efectivo (S/)', 'Yape (S/)'];
    const soles = (paid: { means: string; amount: number }[], means: string): string | undefined =>
      paid.flatMap((each) => (each.means === means ? (each.amount / 100).toFixed(2) : [])).at(0);
    expect(
      rows.map((row) => columns.map((column) => row[head.indexOf(column)])),
      'the export',
    ).toEqual(
      list.map(({ code, courier, date, attempt, visitDay, paid }) => [
        ...[
          code,
          courier === null ? '' : NAMES[ledger.couriers.indexOf(courier)],
          date,
          String(attempt),
          visitDay ?? '',
        ],
        ...[soles(paid, 'efectivo') ?? '', soles(paid, 'yape') ?? ''],
      ]),
    );
  }

  async function checkReport(index: number): Promise<void> {
    const group = REPORT_GROUP_CODES[index % REPORT_GROUP_CODES.length] ?? 'cliente';
    const value = ({ cliente: 'client', repartidor: 'courier', distrito: 'district' } as const)[group];
    const day = ledger.officeDay();
    const asked = { group, period: 'dia', day, modules: ALL, signal: new AbortController().signal } as const;
    const { figures, rows } = await readReport(services, people.ana, asked);
    const orders = ledger.orders.filter(({ date, state }) => date === day && state !== 'anulada');
    const sums = (of: readonly LedgerOrder[], again = 0) => {
      const { orders: all, failed, ...each } = ledger.figures(of);
      const rest = only(each, 'delivered', 'open', 'met', 'promised', 'due', 'collected');
      return { orders: all + again, failed: failed + again, ...rest };
    };
    const againOf = (id?: string) => (group === 'repartidor' ? ledger.revisited(day, id).length : 0);
    const groups = Map.groupBy(orders, (order) => order[value]);
    if (group === 'repartidor')
      for (const id of ledger.couriers) if (againOf(id) > 0 && !groups.has(id)) groups.set(id, []);
    expect(
      [figures, rows.map((row) => ({ id: row.id, ...row.figures })).toSorted(byId)],
      `the report by ${group}`,
    ).toEqual([
      sums(orders, againOf()),
      [...groups].map(([id, of]) => ({ id, ...sums(of, id === null ? 0 : againOf(id)) })).toSorted(byId),
    ]);
  }

  /** The entries of money are only added to, and the balances are their sums. */
  async function checkEntries(): Promise<void> {
    const of = sql`from money_entries where office_id = ${office}`;
    const { rows } = await sql<{ newest: number; digest: string; before: string; wrong: number }>`
      select coalesce(max(id), 0) as newest, coalesce(md5(string_agg(money_entries::text, ' ' order by id)), '') as digest,
        coalesce(md5(string_agg(money_entries::text, ' ' order by id) filter (where id <= ${entries.newest})), '') as before,
        (select count(*)::integer from (
          select from (
            select courier_id, day, place, means, amount from money_balances where office_id = ${office}
            union all select courier_id, day, target, means, -amount ${of} and target is not null
            union all select courier_id, day, source, means, amount ${of} and source is not null
          ) as all_sides group by courier_id, day, place, means having sum(amount) <> 0
        ) as sums) as wrong ${of}`.execute(db);
    const { newest = 0, digest = '', before, wrong } = rows[0] ?? {};
    expect({ before, wrong }, 'the entries of money').toEqual({ before: entries.digest, wrong: 0 });
    entries = { newest, digest };
  }

  /** A minute that clocks show twice is no single moment. */
  const remember = (now: ReturnType<typeof expected>): unknown =>
    ledger.instants(ledger.local()).length === 1 && past.set(ledger.local(), now);

  /** @param index of the step: what is too expensive for each takes turns. */
  async function checkAll(index: number, pick: number): Promise<void> {
    const now = expected();
    for (const name of ['list', ...WIDGETS] as const)
      expect(await readings[name](undefined, now.span), `now: ${name}`).toEqual(now[name]);
    const filter = { ...emptyFilter(), from: now.today.day, to: now.today.day };
    const { states } = await countByState(services, people.ana, filter);
    expect(someOf(states ?? {}), 'the counts of the list').toEqual(now.today.states);
    for (const courier of ledger.couriers) await checkPhone(courier);
    const visited = ledger.orders.flatMap(({ visits }) => visits.flatMap((visit) => visit?.day ?? []));
    for (const day of new Set([now.today.day, ...visited])) await checkDay(day);
    await checkExport(now);
    await checkReport(index);
    await checkEntries();
    const minute = ledger.local();
    const [moment = minute, then = now] = pickOf([...past], pick) ?? [];
    if (moment !== minute)
      for (const name of ['list', WIDGETS[index % WIDGETS.length] ?? 'today'] as const)
        expect(await readings[name](moment, then.span), `at ${moment}: ${name}`).toEqual(then[name]);
    remember(now);
  }

  /** @returns when a step takes place. */
  function timeOf({ wait, kind }: Step): number {
    // An undo is possible within seconds, and a correction within minutes.
    if (kind === 'undo') return ledger.now;
    if (kind === 'amend') return ledger.now + (Math.max(0, wait) % (CORRECTABLE_MINUTES + 2)) * MINUTE;
    if (wait >= 0) return ledger.now + wait * MINUTE;
    const [turn = 0] = ledger.instants(`${nextDate(ledger.officeDay())}T05:00`);
    const edge = wait < -3 ? turn : ledger.endOf(ledger.local().slice(0, 10));
    return Math.max(ledger.now, edge + ((-wait % 3) - 1) * MINUTE);
  }

  it(`are the same in every read after every step (seed ${seed})`, { timeout: 6 * 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ zone, begins, accounts, steps }) => {
        await open(zone, begins, accounts);
        remember(expected());
        for (const [index, each] of steps.entries()) {
          clock.move(timeOf(each) - ledger.now);
          ledger.now = clock().getTime();
          for (const kind of [each.kind, ...INSTEAD]) {
            const result = await act({ ...each, kind });
            if (!result) continue;
            if (result.did) seen.add(`${kind} done`);
            expect(result.did, `${kind} at ${ledger.local()}`).toBe(result.should);
            await checkAll(index, each.pick);
            break;
          }
        }
      }),
      { numRuns: wanted, seed, endOnFailure: true },
    );
    // The test is meaningful only if most acts are carried out.
    const usual = ['start', 'visit', 'close', 'receive', 'verify', 'confirm'].map((kind) => `${kind} done`);
    expect([...seen]).toEqual(expect.arrayContaining(usual));
  });
});
