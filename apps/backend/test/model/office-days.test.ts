import { randomUUID } from 'node:crypto';
import { emptyFilter, MONEY_REASON_CODES, type MoneyReason, reasonsOf, REPORT_GROUP_CODES } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Services } from '#edge/services.ts';
import { readRoute } from '#field/route/read-route.ts';
import { endDay, startDay } from '#field/route/run-day.ts';
import { decideReview } from '#field/visits/decide-review.ts';
import { listReviews } from '#field/visits/list-reviews.ts';
import { recordVisit } from '#field/visits/record-visit.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { findPhone, type Phone, replacePhone } from '#fleet/phones/phones-repository.ts';
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
import { type BulkOperation } from '#work/assignments/change-orders.ts';
import { changeState } from '#work/assignments/change-state.ts';
import { closeOrders } from '#work/assignments/close-orders.ts';
import { correctClosing } from '#work/assignments/correct-closing.ts';
import { rescheduleOrders } from '#work/assignments/reschedule-orders.ts';
import { unassignOrders } from '#work/assignments/unassign-orders.ts';
import { undoBatch } from '#work/assignments/undo-batch.ts';
import { listDays } from '#work/days/list-days.ts';
import { receiveMoney, undoMoney, verifyPayments } from '#work/money/change-money.ts';
import { confirmDay, reopenDay } from '#work/money/confirm-day.ts';
import { versionOf } from '#work/money/ledger.ts';
import { readMoneyDay } from '#work/money/read-money.ts';
import { courierInput, dispatcherOf, orderInput } from '../dispatch-world.ts';
import { resetPeople } from '../people.ts';
import { createClock, createServices, openTestDatabase } from '../test-services.ts';
import {
  byMeans,
  type LedgerOrder,
  nextDate,
  NOTHING,
  OfficeClock,
  OfficeLedger,
  type Paid,
  type Visit,
  ZONES,
} from './office-ledger.ts';

const MINUTE = 60_000;
const DUE = 5000;
const ALL = ['D01', 'D02', 'D03', 'D04', 'D05', 'M01'];
const NEVER = new AbortController().signal;

/** What people and phones do, by how often. */
const WEIGHTS = {
  start: 3,
  end: 2,
  visit: 7,
  close: 3,
  setOut: 1,
  assign: 3,
  unassign: 1,
  again: 3,
  giveBack: 1,
  cancel: 1,
  correct: 3,
  reschedule: 1,
  create: 1,
  undo: 2,
  receive: 4,
  both: 1,
  verify: 2,
  undoMoney: 1,
  confirm: 4,
  reopen: 2,
  decide: 3,
} as const;

type Kind = keyof typeof WEIGHTS;
const KINDS = Object.keys(WEIGHTS) as Kind[];

interface Step {
  do: Kind;
  /** Minutes since the step before; negative for just before, at or after the next midnight or turn of the day. */
  wait: number;
  courier: 0 | 1;
  by: 0 | 1;
  /** Which of the possible orders, days or acts. */
  pick: number;
  how: number;
  /** Minutes by which a phone sends later than it records. */
  late: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(...KINDS.map((kind) => ({ weight: WEIGHTS[kind], arbitrary: fc.constant(kind) }))),
  wait: fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 45 }) },
    { weight: 3, arbitrary: fc.integer({ min: 46, max: 300 }) },
    { weight: 1, arbitrary: fc.integer({ min: -6, max: -1 }) },
  ),
  courier: fc.constantFrom(0, 1),
  by: fc.constantFrom(0, 1),
  pick: fc.nat({ max: 999 }),
  how: fc.nat({ max: 999 }),
  late: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 180 })),
});

interface Story {
  zone: number;
  /** Minutes after the first midnight. */
  begins: number;
  steps: Step[];
}

const STEPS = 14;
const story: fc.Arbitrary<Story> = fc.record({
  zone: fc.nat({ max: ZONES.length - 1 }),
  begins: fc.integer({ min: 0, max: 1439 }),
  steps: fc.array(step, { minLength: STEPS, maxLength: STEPS }),
});

/** Each is drawn although the service answers it otherwise than the ledger. */
const NOT_YET = {
  startAtNight: true,
  startOfConfirmed: true,
  countsOfVisits: true,
  reopenWithRest: true,
  expenses: true,
  clientsWithoutDirectory: true,
};

const PAYMENTS: Paid[] = [
  { efectivo: DUE, yape: 0 },
  { efectivo: 0, yape: DUE },
  { efectivo: 3000, yape: 2000 },
  { efectivo: 4000, yape: 0 },
];

const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];

describe('the days of an office', () => {
  let db: Database;
  let close: () => Promise<void>;
  let sample: OrderRow;

  let services: Services;
  let clock: ReturnType<typeof createClock>;
  let people: { ana: Dispatcher; luis: Dispatcher; chief: Dispatcher };
  let ledger: OfficeLedger;
  /** What the past was at each minute, in the office's calendar. */
  let past: Map<string, ReturnType<typeof expectedPast>>;
  let versions: Map<string, number>;
  let lastBatch: { id: string; by: Dispatcher; at: number; order: LedgerOrder } | null = null;
  const seen = new Map<string, number>();

  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
    await resetPeople(db);
    services = createServices(db, createClock());
    const ana = dispatcherOf('ana');
    const { id } = await createOrder(services, ana, randomUUID(), orderInput({ collectDue: DUE }));
    const row = await findOrder(db, ana, Number(id));
    if (!row) throw new Error('not prepared');
    sample = row;
  });
  afterAll(() => close());

  const hashOf = (courier: string): string => `phone of ${courier}`;
  async function phoneOf(courier: string, withRoute = false): Promise<Phone> {
    const phone = await findPhone(db, hashOf(courier), clock(), withRoute);
    if (!phone) throw new Error('the phone is missing');
    return phone;
  }

  async function addOrders(by: Dispatcher, forms: readonly number[]): Promise<void> {
    const { clock: times, today, now } = ledger;
    const wanted = forms.map((form) => ({
      due: form % 3 === 0 ? null : DUE,
      client: form % 2 === 0 ? 'c1' : null,
      district: form % 4 === 0 ? '150101' : '150122',
      date: nextDate(today, form === 4 ? 1 : form === 3 ? -1 : 0),
      window: form % 3 === 1 ? { from: '09:00', to: '13:00' } : null,
    }));
    const fields = wanted.map((each) => ({
      ...fieldsOf(sample),
      date: each.date,
      windowFrom: each.window?.from ?? null,
      windowTo: each.window?.to ?? null,
      collectDue: each.due,
      clientId: each.client,
      ubigeo: each.district,
    }));
    const batch = { id: randomUUID(), now: clock() };
    const made = await db.transaction().execute((trx) => insertOrders(trx, by, batch, fields));
    for (const [index, { id, code }] of made.entries()) {
      const each = wanted[index];
      if (!each) continue;
      const instantOf = (time: string) => times.instants(`${each.date}T${time}`)[0] ?? now;
      const promised = each.window && { from: instantOf(each.window.from), to: instantOf(each.window.to) };
      ledger.orders.set(String(id), {
        ...{ id: String(id), code, due: each.due, client: each.client, district: each.district, promised },
        ...{ windowTo: each.window?.to ?? null, date: each.date, state: 'pendiente', courier: null, attempt: 1 },
        ...{ visits: [], hadBy: new Set() },
      });
      versions.set(String(id), 1);
    }
  }

  async function begin({ zone, begins }: Story): Promise<void> {
    const own = ZONES[zone] ?? ZONES[0];
    if (!own) throw new Error('no zone');
    await resetPeople(db);
    await db.updateTable('offices').set({ time_zone: own.name }).where('id', '=', 'N1').execute();
    const times = new OfficeClock(own);
    const now = times.endOf(nextDate(own.begins, -1)) + begins * MINUTE;
    clock = createClock(new Date(now));
    services = createServices(db, clock);
    services.pastReads = new MinuteCounts(Infinity);
    const inZone = (name: 'ana' | 'luis' | 'chief') => ({ ...dispatcherOf(name), timeZone: own.name });
    people = { ana: inZone('ana'), luis: inZone('luis'), chief: inZone('chief') };
    const couriers: string[] = [];
    for (const name of ['Pedro', 'Sara']) {
      const { id } = await createCourier(services, people.ana, randomUUID(), courierInput({ name }));
      couriers.push(id);
      const where = { companyId: 'norte', officeId: 'N1', courierId: Number(id) };
      await replacePhone(db, where, { sessionHash: hashOf(id), name: 'Android' }, clock());
    }
    ledger = new OfficeLedger(times, couriers);
    ledger.now = now;
    [past, versions, lastBatch] = [new Map(), new Map(), null];
    await addOrders(people.ana, [0, 1, 2, 3, 4, 5, 7]);
    for (const [index, order] of [...ledger.orders.values()].entries())
      if (index < 5) await giveTo(people.ana, order, couriers[index % 2] ?? '');
  }

  /** Changes one order by a request of the office. @returns whether it changed. */
  async function change<Body>(
    by: Dispatcher,
    order: LedgerOrder,
    operation: BulkOperation<Body>,
    bodyOf: (ref: { id: string; version: number }) => Body,
  ): Promise<boolean> {
    const before = structuredClone(order);
    const body = bodyOf({ id: order.id, version: versions.get(order.id) ?? 0 });
    const { batch, outcomes } = await operation(services, by, randomUUID(), body);
    const [outcome] = outcomes;
    if (!outcome?.ok || !outcome.changed) return false;
    versions.set(order.id, outcome.version);
    lastBatch = batch === null ? null : { id: batch, by, at: ledger.now, order: before };
    return true;
  }

  async function giveTo(by: Dispatcher, order: LedgerOrder, courier: string): Promise<boolean> {
    const isDone = await change(by, order, assignOrders, (ref) => ({ courierId: courier, orders: [ref] }));
    if (!isDone) return false;
    Object.assign(order, { courier, state: order.state === 'en_ruta' ? 'en_ruta' : 'asignada' });
    order.hadBy.add(courier);
    return true;
  }

  /** The last word about the visit of an order's attempt. */
  function record(order: LedgerOrder, visit: Visit): void {
    const before = order.visits[order.attempt];
    const isSame = before?.courier === visit.courier && before.day === visit.day;
    order.visits[order.attempt] = { ...visit, verified: isSame ? Math.min(before.verified, visit.paid.yape) : 0 };
    Object.assign(order, { state: visit.to, courier: visit.courier });
  }

  /** A visit of a courier at an instant, as a step draws it. */
  function drawVisit({ due }: LedgerOrder, courier: string, at: number, how: number): Visit {
    const to = how % 3 === 0 ? 'no_entregada' : 'entregada';
    const paid = to === 'entregada' && due !== null ? (pickOf(PAYMENTS, how) ?? NOTHING) : NOTHING;
    const day = ledger.workingDay(courier, at);
    return { courier, day, at, to, reason: to === 'entregada' ? null : 'ausente', paid, verified: 0 };
  }

  const closingOf = ({ due }: LedgerOrder, { to, reason, paid }: Visit) => ({
    to,
    ...(reason !== null && { reason }),
    ...(to === 'entregada' &&
      due !== null && {
        payments: byMeans(paid),
        ...(paid.efectivo + paid.yape !== due && { difference: 'Pagó otra suma' }),
      }),
  });

  const ordersIn = (...states: string[]): LedgerOrder[] =>
    [...ledger.orders.values()].filter(({ state }) => states.includes(state));

  /** Days of a courier at which the office looks, the latest first. */
  const daysOf = (courier: string): string[] => {
    const known = [...ledger.orders.values()].flatMap(({ visits }) =>
      visits.flatMap((visit) => (visit?.courier === courier ? [visit.day] : [])),
    );
    return [...new Set([ledger.today, ...known])].filter((day) => day <= ledger.today).toSorted().toReversed();
  };

  /** Whether the results of a confirmed day would change. */
  const isFrozen = (...visits: (Visit | null | undefined)[]): boolean =>
    visits.some((visit) => visit && ledger.isConfirmed(visit.courier, visit.day));

  /**
   * Carries out a step in the service and in the ledger.
   * @returns whether the service did it, and whether it should have; null for what nobody can do now.
   */
  async function act(each: Step): Promise<{ did: boolean; should: boolean } | null> {
    const { pick, how, late } = each;
    const courier = ledger.couriers[each.courier] ?? '';
    const { ana, luis, chief } = people;
    const cashier = each.by === 0 ? ana : luis;
    const at = Math.max(ledger.now - late * MINUTE, began);
    const time = { id: randomUUID(), at: new Date(at).toISOString(), clockOffsetMs: 0 };
    switch (each.do) {
      case 'start': {
        const local = ledger.clock.local(at).slice(11);
        if (NOT_YET.startAtNight && local < '05:00') return null;
        const office = ledger.clock.day(at);
        if (NOT_YET.startOfConfirmed && ledger.isConfirmed(courier, office)) return null;
        const day = ledger.dayOf(courier, office);
        await startDay(services, await phoneOf(courier), time);
        day.startedAt = Math.min(day.startedAt ?? at, at);
        day.isKnown = true;
        if (day.endedAt !== null && at >= day.endedAt) day.endedAt = null;
        if (ledger.workingDay(courier, ledger.now) === office)
          for (const order of ledger.load(courier, office)) {
            if (order.state === 'asignada') versions.set(order.id, (versions.get(order.id) ?? 0) + 1);
            order.state = 'en_ruta';
          }
        return { did: true, should: true };
      }
      case 'end': {
        await endDay(services, await phoneOf(courier), { ...time, unsent: 0 });
        const day = ledger.dayOf(courier, ledger.workingDay(courier, at));
        day.isKnown = true;
        if (!day.confirmed) day.endedAt = at;
        return { did: true, should: true };
      }
      case 'visit': {
        const own = [...ledger.orders.values()].filter(({ hadBy }) => hadBy.has(courier));
        const loaded = own.filter((order) => order.courier === courier && ['asignada', 'en_ruta'].includes(order.state));
        const order = pickOf(how % 5 === 0 || loaded.length === 0 ? own : loaded, pick);
        if (!order) return null;
        const visit = drawVisit(order, courier, at, how);
        const { id, ...body } = { ...time, ...closingOf(order, visit) };
        const { result } = await recordVisit(services, await phoneOf(courier), {
          ...body,
          ...{ id, order: order.id, attempt: order.attempt, version: versions.get(order.id) ?? 1 },
        });
        const fits = order.courier === courier && ['asignada', 'en_ruta'].includes(order.state) && !isFrozen(visit);
        if (result === 'applied') {
          record(order, visit);
          versions.set(order.id, (versions.get(order.id) ?? 0) + 1);
          lastBatch = null;
        } else ledger.reviews.set(id, { order: order.id, visit });
        return { did: result === 'applied', should: fits };
      }
      case 'close': {
        const order = pickOf(ordersIn('asignada', 'en_ruta'), pick);
        if (!order?.courier) return null;
        const visit = drawVisit(order, order.courier, ledger.now, how);
        const should = !isFrozen(visit);
        const did = await change(cashier, order, closeOrders, (ref) => ({
          orders: [{ ...ref, ...closingOf(order, visit) }],
        }));
        if (did) record(order, visit);
        return { did, should };
      }
      case 'setOut': {
        const order = pickOf(ordersIn('asignada'), pick);
        if (!order) return null;
        const did = await change(cashier, order, changeState, (ref) => ({ to: 'en_ruta', orders: [ref] }));
        const should = order.date <= ledger.clock.local(ledger.now).slice(0, 10);
        if (did) order.state = 'en_ruta';
        return { did, should };
      }
      case 'assign': {
        const order = pickOf(ordersIn('pendiente', 'asignada', 'en_ruta'), pick);
        if (!order) return null;
        const should = order.courier !== courier;
        return { did: await giveTo(cashier, order, courier), should };
      }
      case 'unassign': {
        const order = pickOf(ordersIn('asignada'), pick);
        if (!order) return null;
        const did = await change(cashier, order, unassignOrders, (ref) => [ref]);
        if (did) Object.assign(order, { state: 'pendiente', courier: null });
        return { did, should: true };
      }
      case 'again': {
        const order = pickOf(ordersIn('no_entregada'), pick);
        if (!order || NOT_YET.countsOfVisits) return null;
        const date = how % 2 === 0 ? undefined : nextDate(ledger.today);
        const body = { to: 'pendiente' as const, ...(date !== undefined && { date }) };
        const did = await change(cashier, order, changeState, (ref) => ({ ...body, orders: [ref] }));
        const next = date ?? (order.date < ledger.today ? ledger.today : order.date);
        if (did) Object.assign(order, { state: 'pendiente', courier: null, attempt: order.attempt + 1, date: next });
        return { did, should: true };
      }
      case 'giveBack': {
        const order = pickOf(ordersIn('no_entregada', 'en_devolucion'), pick);
        if (!order) return null;
        const to = order.state === 'no_entregada' ? 'en_devolucion' : 'devuelta';
        const did = await change(cashier, order, changeState, (ref) => ({ to, orders: [ref] }));
        if (did) order.state = to;
        return { did, should: true };
      }
      case 'cancel': {
        const states = ['pendiente', 'asignada', ...(NOT_YET.countsOfVisits ? [] : ['no_entregada'])];
        const order = pickOf(ordersIn(...states), pick);
        if (!order) return null;
        const did = await change(chief, order, cancelOrders, (ref) => ({ why: 'x', orders: [ref] }));
        if (did) Object.assign(order, { state: 'anulada', courier: null });
        return { did, should: true };
      }
      case 'correct': {
        const order = pickOf(ordersIn('entregada', 'no_entregada'), pick);
        const before = order && ledger.current(order);
        if (!before) return null;
        const drawn = drawVisit(order, before.courier, before.at, how + 1);
        const visit = { ...drawn, day: before.day };
        const isReopened = how % 4 === 3;
        const closing = isReopened ? { to: 'en_ruta' as const } : closingOf(order, visit);
        const did = await change(chief, order, correctClosing, (ref) => ({ why: 'x', orders: [{ ...ref, ...closing }] }));
        const isSame =
          !isReopened && visit.to === before.to && visit.reason === before.reason && byText(visit.paid) === byText(before.paid);
        const isFailedStill = before.to === 'no_entregada' && !isReopened && visit.to === 'no_entregada';
        const should = !isSame && (isFailedStill || !isFrozen(before));
        if (did && isReopened) {
          order.visits[order.attempt] = undefined;
          order.state = 'en_ruta';
        } else if (did) record(order, visit);
        return { did, should };
      }
      case 'reschedule': {
        const order = pickOf(ordersIn('pendiente', 'asignada', 'en_ruta'), pick);
        if (!order) return null;
        const date = nextDate(ledger.today, how % 2);
        const should = date !== order.date;
        const did = await change(cashier, order, rescheduleOrders, (ref) => ({ date, orders: [ref] }));
        if (did) {
          order.date = date;
          if (order.state === 'en_ruta' && date > ledger.today) order.state = 'asignada';
        }
        return { did, should };
      }
      case 'create':
        await addOrders(cashier, [pick % 6]);
        return { did: true, should: true };
      case 'undo': {
        if (lastBatch === null || lastBatch.at !== ledger.now) return null;
        const { id, by, order: before } = lastBatch;
        const order = ledger.orders.get(before.id);
        if (!order) return null;
        const should = !isFrozen(ledger.current(order), ledger.current(before));
        const did = await change(by, order, undoBatch, () => id);
        if (did) {
          const now = ledger.current(order);
          const { hadBy } = order;
          Object.assign(order, before, { hadBy });
          const then = ledger.current(order);
          if (then) then.verified = now ? Math.min(now.verified, then.paid.yape) : 0;
        }
        lastBatch = null;
        return { did, should };
      }
      case 'receive':
      case 'both': {
        const day = pickOf(daysOf(courier), pick) ?? '';
        const { held } = ledger.money(courier, day);
        const received = Math.round(held.efectivo * ([1, 1, 1, 0.3, 1.1, 0][how % 6] ?? 1));
        const missing = held.efectivo - received;
        const allowed = NOT_YET.expenses ? (['faltante', 'sobrante'] as const) : MONEY_REASON_CODES;
        const reason = pickOf(
          reasonsOf(missing).filter((code) => allowed.some((known) => known === code)),
          how,
        );
        const explains = missing !== 0 && how % 2 === 0 && reason !== undefined;
        if (received === 0 && !explains) return null;
        const body = {
          ...{ courierId: courier, day, amount: received, version: await versionAt(courier, day) },
          ...(explains && { difference: { amount: missing, reason, note: 'x' } }),
        };
        const by = each.do === 'both' ? [ana, luis] : [cashier];
        const answers = await Promise.allSettled(by.map((who) => receiveMoney(services, who, randomUUID(), body)));
        const should = !ledger.isConfirmed(courier, day) && (missing >= 0 || explains);
        const done = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
        for (const answer of answers)
          if (answer.status === 'rejected' && !(answer.reason instanceof Refusal)) throw answer.reason;
        expect(done.length, 'two cashiers who saw the same').toBeLessThan(2);
        for (const { act: id } of done)
          ledger.dayOf(courier, day).handovers.push({
            ...{ act: id, by: cashier.sub, at: ledger.now, received },
            difference: explains ? { reason, amount: missing } : null,
          });
        return { did: done.length === 1, should };
      }
      case 'verify': {
        const day = pickOf(daysOf(courier), pick) ?? '';
        const open = [...ledger.orders.values()].flatMap(({ id, visits }) =>
          visits.flatMap((visit) => {
            const isOpen = visit?.courier === courier && visit.day === day && visit.paid.yape > visit.verified;
            return isOpen ? [{ id, visit }] : [];
          }),
        );
        if (open.length === 0) return null;
        const payments = open.map(({ id }) => ({ orderId: id, means: 'yape' as const, operation: randomUUID() }));
        const body = { courierId: courier, day, version: await versionAt(courier, day), payments };
        const done = await attempt(() => verifyPayments(services, cashier, randomUUID(), body));
        const should = !ledger.isConfirmed(courier, day);
        if (done) {
          const found = open.map(({ id, visit }) => ({ order: id, amount: visit.paid.yape - visit.verified }));
          for (const { visit } of open) visit.verified = visit.paid.yape;
          ledger.dayOf(courier, day).verifications.push({ act: done.act, by: cashier.sub, at: ledger.now, payments: found });
        }
        return { did: done !== null, should };
      }
      case 'undoMoney': {
        const day = pickOf(daysOf(courier), pick) ?? '';
        const { handovers, verifications, confirmed } = ledger.dayOf(courier, day);
        const last = handovers.at(-1);
        if (!last) return null;
        const body = { courierId: courier, day, act: last.act, why: 'x' };
        const done = await attempt(() => undoMoney(services, cashier, randomUUID(), body));
        if (done) handovers.pop();
        void verifications;
        return { did: done !== null, should: !confirmed };
      }
      case 'confirm': {
        const day = pickOf(daysOf(courier), pick) ?? '';
        const { held, collected, ...totals } = ledger.money(courier, day);
        const left = held.efectivo + held.yape;
        const hasRest = how % 3 > 0;
        const reason: MoneyReason | null = left > 0 && hasRest ? 'faltante' : null;
        const { delivered, failed } = totals;
        const body = {
          ...{ courierId: courier, day, delivered, failed, collected: collected.efectivo + collected.yape },
          version: await versionAt(courier, day),
          ...(hasRest && { rest: { reason: 'faltante' as const } }),
        };
        const known = ledger.dayOf(courier, day);
        const should = !known.confirmed && (left === 0 || hasRest);
        const before = ledger.totals(courier, day);
        const done = await attempt(() => confirmDay(services, cashier, randomUUID(), body));
        if (done) {
          known.confirmed = { by: cashier.user, at: ledger.now, totals: before, reason };
          known.isKnown = true;
        }
        return { did: done !== null, should };
      }
      case 'reopen': {
        const days = daysOf(courier);
        const day = days.find((of) => ledger.isConfirmed(courier, of)) ?? pickOf(days, pick) ?? '';
        const known = ledger.dayOf(courier, day);
        if (NOT_YET.reopenWithRest && known.confirmed?.reason) return null;
        const should = known.confirmed !== null;
        const done = await attempt(() =>
          reopenDay(services, chief, randomUUID(), { courierId: courier, day, why: 'x' }),
        );
        if (done) known.confirmed = null;
        return { did: done !== null, should };
      }
      case 'decide': {
        const review = pickOf([...ledger.reviews], pick);
        if (!review) return null;
        const [id, { order: orderId, visit }] = review;
        const order = ledger.orders.get(orderId);
        const row = await db.selectFrom('field_visits').select('id').where('visit', '=', id).executeTakeFirstOrThrow();
        if (!order) return null;
        const decision = how % 3 === 0 ? 'rechazada' : 'aceptada';
        const asked = { key: randomUUID(), id: row.id, decision, version: versions.get(orderId) ?? 0 } as const;
        const done = await attempt(() => decideReview(services, cashier, asked));
        const day = ledger.workingDay(visit.courier, visit.at);
        const replaced = order.state === 'entregada' ? ledger.current(order) : null;
        const should = decision === 'rechazada' || !isFrozen({ ...visit, day }, replaced);
        if (done) {
          versions.set(orderId, (versions.get(orderId) ?? 0) + 1);
          ledger.reviews.delete(id);
          if (decision === 'aceptada') record(order, { ...visit, day });
          lastBatch = null;
        }
        return { did: done !== null, should };
      }
    }
  }

  const byText = (paid: Paid): string => JSON.stringify(byMeans(paid));
  const versionAt = (courier: string, day: string): Promise<number> =>
    versionOf(db, people.ana, { courierId: Number(courier), day });
  const attempt = <T>(operation: () => Promise<T>): Promise<T | null> =>
    operation().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return null;
    });

  let began = 0;

  const dates = () => [nextDate(ledger.today, -1), ledger.today, nextDate(ledger.today)];

  /** What the Dashboard and the list answer of the working day, at any time. */
  function expectedPast() {
    const { today } = ledger;
    const orders = ledger.ofDate(today);
    const { orders: counted, ...all } = ledger.figures(orders);
    const [from, , to] = dates();
    const groups = (valueOf: (order: LedgerOrder) => string | null) =>
      [...Map.groupBy(orders.filter(({ state }) => state !== 'anulada'), valueOf)].map(
        ([id, group]) => [id, ledger.figures(group)] as const,
      );
    return {
      from: from ?? '',
      to: to ?? '',
      list: ledger.listed().filter(({ date }) => date >= (from ?? '') && date <= (to ?? '')),
      today: {
        day: today,
        states: Object.fromEntries(
          [...Map.groupBy(orders, ({ state }) => state)].map(([state, group]) => [state, group.length]).toSorted(),
        ),
        failed: all.failed,
        done: all.delivered + all.failed,
        late: all.late,
      },
      kept: { met: all.met, due: all.promised },
      couriers: groups(({ courier }) => courier)
        .flatMap(([id, { orders: total, delivered, failed, late, onTheWay }]) =>
          id === null ? [] : [{ id, total, done: delivered + failed, failed, late, onTheWay, cash: ledger.carried(id) }],
        )
        .toSorted((one, other) => Number(one.id) - Number(other.id)),
      money: {
        orders: all.collecting,
        open: all.toCollect,
        means: byMeans(all.paid),
      },
      clients: groups(({ client }) => client)
        .flatMap(([id, { orders: total, delivered, failed, due, collected }]) =>
          id === null && NOT_YET.clientsWithoutDirectory
            ? []
            : [{ id, total, done: delivered + failed, failed, due, collected }],
        )
        .toSorted((one, other) => String(one.id).localeCompare(String(other.id))),
      counted,
    };
  }

  /** The list and the widgets, now or as of a past minute. */
  async function readPast(span: { from: string; to: string }, moment?: string) {
    const { ana } = people;
    const view = { moment };
    const { orders } = await listOrders(services, ana, {
      ...{ filter: { ...emptyFilter(), ...span }, sort: 'codigo', size: 100, moment },
    });
    const { day, states, failures, course, late } = await readToday(services, ana, view);
    const { met, due } = await readPunctuality(services, ana, view);
    const { couriers } = await readCouriers(services, ana, ALL, view);
    const money = await readMoney(services, ana, ALL, view);
    const { clients } = await readClients(services, ana, view);
    return {
      ...span,
      list: orders.map((order) => ({
        code: order.code,
        state: order.state,
        date: order.date,
        attempt: order.attempt,
        courier: order.courier?.id ?? null,
        reason: order.reason,
        paid: order.collect?.payments ?? [],
        visitDay: order.visitDay,
      })),
      today: {
        day,
        states: Object.fromEntries(
          Object.entries(states)
            .filter(([, count]) => count > 0)
            .toSorted(),
        ),
        failed: failures.total,
        done: course.done.at(-1) ?? 0,
        late,
      },
      kept: { met, due },
      couriers: couriers
        .map((each) => ({
          ...{ id: each.id, total: each.total, done: each.done, failed: each.failed, late: each.late },
          ...{ onTheWay: each.onTheWay, cash: each.cash ?? 0 },
        }))
        .toSorted((one, other) => Number(one.id) - Number(other.id)),
      money: {
        orders: money.orders,
        open: money.open,
        means: money.means.map(({ means, amount }) => ({ means, amount })),
      },
      clients: clients
        .map(({ id, total, done, failed, due: owed, collected }) => ({ id, total, done, failed, due: owed, collected }))
        .toSorted((one, other) => String(one.id).localeCompare(String(other.id))),
      counted: clients.reduce((all, { total }) => all + total, 0),
    };
  }

  async function checkDays(day: string): Promise<void> {
    const { ana } = people;
    const wanted = ledger.couriers.map((courier) => ({ courier, known: ledger.dayOf(courier, day), ...ledger.money(courier, day) }));
    const { couriers: days } = await listDays(services, ana, day);
    expect(
      days.map((each) => ({
        courier: each.courier.id,
        startedAt: each.startedAt,
        end: each.end?.at ?? null,
        confirmed: each.confirmed?.at ?? null,
        ...{ delivered: each.delivered, failed: each.failed, open: each.open, due: each.due, payments: each.payments },
      })),
      `«Cierre del día» of ${day}`,
    ).toEqual(
      wanted
        .filter(({ known, delivered, failed, open }) => known.isKnown || delivered + failed + open > 0)
        .map(({ courier, known, delivered, failed, open, due, payments }) => ({
          courier,
          startedAt: textOf(known.startedAt),
          end: textOf(known.endedAt),
          confirmed: textOf(known.confirmed?.at ?? null),
          ...{ delivered, failed, open, due, payments: byMeans(payments) },
        })),
    );
    const money = await readMoneyDay(services, ana, day);
    for (const { courier, differences, account, held, collected, received, state, known, ...totals } of wanted) {
      const shown = money.couriers.find(({ courier: { id } }) => id === courier);
      expect(
        shown && {
          ...{ delivered: shown.delivered, failed: shown.failed, open: shown.open, state: shown.state },
          ...{ collected: shown.collected, held: shown.held, received: shown.received, account: shown.account },
          differences: shown.differences.toSorted((one, other) => one.reason.localeCompare(other.reason)),
          ...{ carried: shown.carried, handovers: shown.handovers.count },
        },
        `«Liquidación» of ${day} and courier ${courier}`,
      ).toEqual(
        shown && {
          ...{ delivered: totals.delivered, failed: totals.failed, open: totals.open, state },
          ...{ collected: byMeans(collected), held: byMeans(held), received },
          account: byMeans({ efectivo: 0, yape: account }),
          differences: [...differences]
            .map(([reason, amount]) => ({ reason, amount }))
            .toSorted((one, other) => one.reason.localeCompare(other.reason)),
          ...{ carried: ledger.carried(courier), handovers: known.handovers.length },
        },
      );
      if (!shown) expect([totals.delivered, totals.failed, totals.open, received, known.isKnown]).toEqual([0, 0, 0, 0, false]);
    }
  }

  const textOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

  async function checkPhone(courier: string): Promise<void> {
    const { day, startedAt, end, stops, reviews = [] } = await readRoute(services, await phoneOf(courier, true));
    expect(day, 'the day of the phone').toBe(ledger.workingDay(courier, ledger.now));
    const known = ledger.dayOf(courier, day);
    const { delivered, failed, payments } = ledger.totals(courier, day);
    const closed = stops.filter(({ state }) => !['asignada', 'en_ruta'].includes(state));
    const done = closed.filter(({ state }) => state === 'entregada');
    const paid = done.flatMap((stop) => stop.payments ?? []);
    const sumOf = (means: string) => paid.reduce((all, each) => (each.means === means ? all + each.amount : all), 0);
    expect(
      {
        startedAt,
        end: end?.at ?? null,
        confirmed: end?.confirmed && { ...end.confirmed },
        ...{ delivered: done.length, failed: closed.length - done.length },
        paid: { efectivo: sumOf('efectivo'), yape: sumOf('yape') },
        open: stops.filter(({ state, date }) => ['asignada', 'en_ruta'].includes(state) && (date ?? '') <= day).length,
        reviews: reviews.filter(({ state }) => state === 'pendiente').length,
      },
      'the phone',
    ).toMatchObject({
      startedAt: textOf(known.startedAt),
      end: textOf(known.endedAt ?? known.confirmed?.at ?? null),
      ...(known.confirmed && {
        confirmed: { by: known.confirmed.by, delivered: known.confirmed.totals.delivered, failed: known.confirmed.totals.failed },
      }),
      ...{ delivered, failed, paid: payments, open: ledger.load(courier, day).length },
      reviews: [...ledger.reviews.values()].filter(({ visit }) => visit.courier === courier).length,
    });
  }

  async function checkExport(span: { from: string; to: string }): Promise<void> {
    const asked = { format: 'csv', filter: { desde: span.from, hasta: span.to } } as const;
    const { ticket } = await prepareExport(services, people.chief, asked);
    const { content } = await downloadExport(services, people.chief, ticket);
    let text = '';
    for await (const part of content as AsyncIterable<string>) text += part;
    const [head = [], ...rows] = text
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    const at = (row: string[], header: string): string => row[head.indexOf(header)] ?? '';
    const names = new Map(ledger.couriers.map((id, index) => [id, ['Pedro', 'Sara'][index] ?? '']));
    const soles = (amount: number): string => (amount === 0 ? '' : String(amount / 100));
    expect(
      rows.map((row) => ({
        code: at(row, 'Código'),
        courier: at(row, 'Repartidor'),
        ...{ date: at(row, 'Fecha'), attempt: at(row, 'Visita'), day: at(row, 'Día de trabajo') },
        paid: [at(row, 'Efectivo (S/)'), at(row, 'Yape (S/)')],
      })),
      'the export',
    ).toEqual(
      ledger
        .listed()
        .filter(({ date }) => date >= span.from && date <= span.to)
        .map(({ code, courier, date, attempt: visit, visitDay, paid }) => ({
          code,
          courier: names.get(courier ?? '') ?? '',
          ...{ date, attempt: String(visit), day: visitDay ?? '' },
          paid: (['efectivo', 'yape'] as const).map((means) => soles(paid.find((each) => each.means === means)?.amount ?? 0)),
        })),
    );
  }

  async function checkReport(index: number): Promise<void> {
    const group = REPORT_GROUP_CODES[index % REPORT_GROUP_CODES.length] ?? 'cliente';
    const valueOf = (order: LedgerOrder) =>
      ({ cliente: order.client, repartidor: order.courier, distrito: order.district })[group];
    const { today } = ledger;
    const report = await readReport(services, people.ana, { group, period: 'dia', day: today, modules: ALL, signal: NEVER });
    const orders = ledger.ofDate(today).filter(({ state }) => state !== 'anulada');
    const shown = (each: readonly LedgerOrder[]) => {
      const { orders: all, delivered, failed, open, met, promised, due, collected } = ledger.figures(each);
      return { orders: all, delivered, failed, open, met, promised, due, collected };
    };
    expect(
      [report.figures, report.rows.map(({ id, figures }) => [id, figures]).toSorted()],
      `the report by ${group}`,
    ).toEqual([
      shown(orders),
      [...Map.groupBy(orders, valueOf)].map(([id, each]) => [id, shown(each)]).toSorted(),
    ]);
  }

  async function checkAll(index: number, pick: number): Promise<void> {
    const { now, clock: times } = ledger;
    const expected = expectedPast();
    const span = { from: expected.from, to: expected.to };
    const { counted, ...shown } = await readPast(span);
    const { counted: wantedCount, ...wanted } = expected;
    expect(shown, 'the list and the Dashboard').toEqual(wanted);
    if (!NOT_YET.clientsWithoutDirectory) expect(counted).toBe(wantedCount);
    const { states } = await countByState(services, people.ana, { ...emptyFilter(), from: ledger.today, to: ledger.today });
    expect(Object.fromEntries(Object.entries(states ?? {}).filter(([, count]) => count > 0).toSorted())).toEqual(expected.today.states);
    for (const courier of ledger.couriers) await checkPhone(courier);
    const known = [...ledger.orders.values()].flatMap(({ visits }) => visits.flatMap((visit) => visit?.day ?? []));
    for (const day of new Set([ledger.today, ...known])) await checkDays(day);
    await checkExport(span);
    await checkReport(index);
    const { pending } = await listReviews(services, people.ana, {});
    expect(pending).toBe(ledger.reviews.size);
    const minute = times.local(now);
    const [moment, then] = pickOf([...past], pick) ?? [];
    if (moment !== undefined && then && moment !== minute) {
      const { counted: _all, ...before } = then;
      const { counted: _shown, ...read } = await readPast({ from: then.from, to: then.to }, moment);
      expect(read, `the past at ${moment}`).toEqual(before);
    }
    // A minute that clocks show twice names no single moment.
    if (times.instants(minute).length === 1) past.set(minute, expected);
  }

  const setClock = (at: number): void => {
    ledger.now = at;
    clock.move(at - clock().getTime());
  };

  /** @returns how long until the step. */
  function waitOf(wait: number): number {
    if (wait >= 0) return wait * MINUTE;
    const { now, clock: times } = ledger;
    const [date = ''] = times.local(now).split('T');
    const [turn = 0] = times.instants(`${nextDate(ledger.today)}T05:00`);
    const target = wait < -3 ? turn : times.endOf(date);
    // A minute before, at, or a minute after.
    return Math.max(0, target + ((-wait % 3) - 1) * MINUTE - now);
  }

  async function play(told: Story): Promise<void> {
    await begin(told);
    began = ledger.now;
    await checkAll(0, 0);
    for (const [index, each] of told.steps.entries()) {
      setClock(ledger.now + waitOf(each.wait));
      const result = await act(each);
      if (!result) continue;
      const name = `${each.do} ${result.did ? 'done' : 'refused'}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      expect(result.did, `${each.do} at ${ledger.clock.local(ledger.now)}`).toBe(result.should);
      await checkAll(index, each.pick);
    }
    await checkEntries();
  }

  /** The ledger of the service adds up to its balances. */
  async function checkEntries(): Promise<void> {
    const moved = sql`
      select target as place, means, amount from money_entries where target is not null
      union all select source, means, -amount from money_entries where source is not null`;
    const { rows } = await sql`
      select place, means, sum(amount) from (
        select place, means, amount from money_balances
        union all select place, means, -amount from (${moved}) as moved
      ) as both_sides group by 1, 2 having sum(amount) <> 0`.execute(db);
    expect(rows, 'the balances are what the entries add up to').toEqual([]);
  }

  const { stories, seed } = inject('interleavings');

  it(`are the same in every reading after every step (seed ${seed})`, { timeout: 6 * 3_600_000 }, async () => {
    await fc.assert(fc.asyncProperty(story, play), { numRuns: stories, seed, endOnFailure: process.env['SHRINK'] === undefined });
    if (process.env['SHOW']) console.log([...seen].toSorted().map(([name, count]) => `${name} ${count}`).join('\n'));
  });
});
