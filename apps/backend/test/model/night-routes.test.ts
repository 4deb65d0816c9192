import { randomUUID } from 'node:crypto';
import { collectedOf, type ConfirmDay } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { type Database } from '#platform/database/open-database.ts';
import { confirmDay, reopenDay } from '#work/money/confirm-day.ts';
import { NO_TOTALS, readTotals } from '#work/days/day-totals.ts';
import { listDays } from '#work/days/list-days.ts';
import { EXPORT_COLUMNS } from '#orders/exports/export-columns.ts';
import { readRoute } from '#field/route/read-route.ts';
import { endDay, startDay } from '#field/route/run-day.ts';
import { versionOf } from '#work/money/ledger.ts';
import { readMoneyDay } from '#work/money/read-money.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { insertOrders } from '#orders/order/insert-orders.ts';
import { fieldsOf, type OrderRow } from '#orders/order/order-row.ts';
import { findOrder, findOrders } from '#orders/order/orders-repository.ts';
import { findPhone, type Phone, replacePhone } from '#fleet/phones/phones-repository.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Services } from '#edge/services.ts';
import { decideReview } from '#field/visits/decide-review.ts';
import { recordVisit } from '#field/visits/record-visit.ts';
import { courierInput, dispatcherOf, orderInput } from '../dispatch-world.ts';
import { resetPeople } from '../people.ts';
import { createClock, createServices, openTestDatabase } from '../test-services.ts';

const { stories, seed } = inject('interleavings');
/** Of each of the two properties. */
const RUNS = Math.ceil(stories / 3);
const MINUTE = 60_000;
const DAY = 1440;
/** When days turn, in minutes after midnight. */
const TURN = 5 * 60;
/** From 18:00 of the first day to 10:00 of the second, in minutes after the first midnight. */
const [EVENING, MORNING] = [18 * 60, DAY + 10 * 60];
/** Lima has no summer time. */
const FIRST_MIDNIGHT = Date.parse('2026-11-21T05:00:00.000Z');
const NIGHT = 5 * DAY;
const COURIERS = 2;
/** Days that may have visits of a night. */
const DAYS = [-1, 0, 1, 2, 3] as const;

type Act =
  | { kind: 'start'; courier: number; at: number; delay: number; isTomorrow: boolean }
  | { kind: 'end'; courier: number; at: number; delay: number }
  | { kind: 'visit'; courier: number; at: number; delay: number; amount: number }
  | { kind: 'confirm' | 'reopen'; courier: number; at: number; delay: 0; day: 0 | 1 };

const at = fc.integer({ min: EVENING, max: MORNING });
const courier = fc.nat({ max: COURIERS - 1 });
/** Most phones send immediately; some only hours later, after others and in any order. */
const delay = fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 12 * 60 }));
const ofPhones: fc.Arbitrary<Act> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('start'), courier, at, delay, isTomorrow: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end'), courier, at, delay }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('visit'), courier, at, delay, amount: fc.integer({ min: 0, max: 9999 }) }),
  },
);
const ofOffice: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('confirm', 'reopen'),
  courier,
  at,
  delay: fc.constant(0 as const),
  day: fc.constantFrom(0, 1),
});

const turnedAt = (minute: number): number => Math.floor((minute - TURN) / DAY);

/** The rule in other words than the product's: the office's day, or the next one after a start of tomorrow's route. */
function expectedDay(acts: readonly Act[], visit: Act): number {
  const turned = turnedAt(visit.at);
  const isAhead = acts.some(
    (act) =>
      act.kind === 'start' &&
      act.isTomorrow &&
      act.courier === visit.courier &&
      act.at <= visit.at &&
      turnedAt(act.at) === turned,
  );
  return isAhead ? turned + 1 : turned;
}

const ana = dispatcherOf('ana');

describe('routes that cross midnight', () => {
  let db: Database;
  let close: () => Promise<void>;
  let services: Services;
  let sample: OrderRow;
  const couriers: number[] = [];
  const phones: Phone[] = [];
  const clock = createClock();
  let night = -1;

  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
    await resetPeople(db);
    services = createServices(db, clock);
    for (let number = 0; number < COURIERS; number++) {
      const input = courierInput({ name: `Repartidor ${number}`, capacityOrders: 10_000, zones: [] });
      const { id } = await createCourier(services, ana, randomUUID(), input);
      couriers.push(Number(id));
    }
    const { id } = await createOrder(services, ana, randomUUID(), orderInput({ collectDue: 5000 }));
    const row = await findOrder(db, ana, Number(id));
    if (!row) throw new Error('not prepared');
    sample = row;
  });
  afterAll(() => close());

  const phoneOf = ({ courier: number }: Pick<Act, 'courier'>): Phone => {
    const phone = phones[number];
    if (!phone) throw new Error('no such courier');
    return phone;
  };
  const dateOf = (day: number): string =>
    new Date(FIRST_MIDNIGHT - 5 * 60 * MINUTE + (night * NIGHT + day * DAY) * MINUTE).toISOString().slice(0, 10);
  const instantOf = (minute: number): Date => new Date(FIRST_MIDNIGHT + (night * NIGHT + minute) * MINUTE);
  const setClock = (minute: number): void => clock.move(instantOf(minute).getTime() - clock().getTime());

  /** A session lasts some days, so each night has others. */
  const hashOf = (number: number): string => `night ${night} courier ${number}`;

  /** One order of the first day for each visit, with its courier. */
  async function prepare(acts: readonly Act[]): Promise<Map<Act, number>> {
    night += 1;
    setClock(12 * 60);
    for (const [number, courierId] of couriers.entries()) {
      const where = { companyId: 'norte', officeId: 'N1', courierId };
      await replacePhone(db, where, { sessionHash: hashOf(number), name: 'Android' }, clock());
      const phone = await findPhone(db, hashOf(number), clock());
      if (phone) phones[number] = phone;
    }
    const visits = acts.filter(({ kind }) => kind === 'visit');
    const fields = visits.map(() => ({ ...fieldsOf(sample), date: dateOf(0) }));
    const batch = { id: randomUUID(), now: clock() };
    const made = await db.transaction().execute((trx) => insertOrders(trx, ana, batch, fields));
    for (const [number, phone] of phones.entries()) {
      const orders = made.filter((_, index) => visits[index]?.courier === number);
      if (orders.length > 0)
        await assignOrders(services, ana, randomUUID(), {
          courierId: String(phone.courierId),
          orders: orders.map(({ id }) => ({ id: String(id), version: 1 })),
        });
    }
    return new Map(visits.map((visit, index) => [visit, made[index]?.id ?? 0]));
  }

  /** @returns the totals that «Cierre del día» shows of a courier. */
  const shownOf = async (phone: Phone, day: number) =>
    (await listDays(services, ana, dateOf(day))).couriers.find(({ courier: { id } }) => id === String(phone.courierId));

  async function carryOut(act: Act, orders: ReadonlyMap<Act, number>): Promise<void> {
    const phone = phoneOf(act);
    const time = { id: randomUUID(), at: instantOf(act.at).toISOString(), clockOffsetMs: 0 };
    switch (act.kind) {
      case 'start':
        await startDay(services, phone, { ...time, ...(act.isTomorrow && { day: dateOf(turnedAt(act.at) + 1) }) });
        return;
      case 'end':
        await endDay(services, phone, { ...time, unsent: 0 });
        return;
      case 'visit':
        await recordVisit(services, phone, {
          ...time,
          order: String(orders.get(act)),
          attempt: 1,
          version: 1,
          to: 'entregada',
          payments: [{ means: 'efectivo', amount: act.amount }],
          ...(act.amount !== 5000 && { difference: 'Pagó otra suma' }),
        });
        return;
      case 'confirm':
      case 'reopen': {
        const body = { courierId: String(phone.courierId), day: dateOf(act.day) };
        const { delivered = 0, failed = 0, payments = [] } = (await shownOf(phone, act.day)) ?? {};
        const version = await versionOf(db, ana, { courierId: phone.courierId, day: dateOf(act.day) });
        const seen = {
          delivered,
          failed,
          collected: collectedOf(payments),
          version,
          rest: { reason: 'otro', note: 'x' },
        };
        await (
          act.kind === 'confirm'
            ? confirmDay(services, ana, randomUUID(), { ...body, ...seen } as ConfirmDay)
            : reopenDay(services, ana, randomUUID(), { ...body, why: 'Faltó algo' })
        ).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
      }
    }
  }

  /** The results of a confirmed day stay those that were confirmed. */
  async function checkConfirmed(): Promise<void> {
    for (const phone of phones)
      for (const day of [0, 1]) {
        const shown = await shownOf(phone, day);
        if (!shown?.confirmed) continue;
        const now = (await readTotals(db, ana, dateOf(day), phone.courierId)).get(phone.courierId) ?? NO_TOTALS;
        expect([shown.delivered, shown.payments]).toEqual([now.delivered, now.payments]);
      }
  }

  const dayColumn = EXPORT_COLUMNS.find(({ header }) => header === 'Día de trabajo');

  /** Every visit and céntimo counts in one day, the same at the desk and in the export. @returns the day of each visit. */
  async function checkDays(orders: ReadonlyMap<Act, number>): Promise<Map<Act, string | null>> {
    const rows = new Map((await findOrders(db, ana, [...orders.values()])).map((row) => [row.id, row]));
    const closed = [...rows.values()].filter(({ closed_at: closedAt }) => closedAt !== null);
    for (const phone of phones) {
      const shown = await Promise.all(DAYS.map((day) => shownOf(phone, day)));
      const own = closed.filter((row) => row.courier_id === phone.courierId);
      expect(shown.reduce((sum, day) => sum + (day?.delivered ?? 0), 0)).toBe(own.length);
      expect(shown.reduce((sum, day) => sum + collectedOf(day?.payments ?? []), 0)).toBe(
        own.reduce((sum, { payments }) => sum + collectedOf(payments), 0),
      );
      for (const [index, day] of DAYS.entries()) {
        const exported = own.filter(
          (row) => dayColumn?.cell(row, { timeZone: ana.timeZone, reasons: new Map() }) === dateOf(day),
        );
        expect(shown[index]?.delivered ?? 0).toBe(exported.length);
        const { couriers } = await readMoneyDay(services, ana, dateOf(day));
        const money = couriers.find((each) => each.courier.id === String(phone.courierId));
        // The ledger follows visits to another day.
        expect(collectedOf(money?.collected ?? [])).toBe(collectedOf(shown[index]?.payments ?? []));
      }
    }
    return new Map([...orders].map(([visit, id]) => [visit, rows.get(id)?.visit_day ?? null]));
  }

  /** The phone shows the visits of the desk's day. */
  async function checkPhone(number: number): Promise<void> {
    const phone = phoneOf({ courier: number });
    const found = await findPhone(db, hashOf(number), clock(), true);
    if (!found) throw new Error('the phone is missing');
    const { day, stops } = await readRoute(services, found);
    const now = (await readTotals(db, ana, day, phone.courierId)).get(phone.courierId) ?? NO_TOTALS;
    expect(stops.filter(({ state }) => state === 'entregada')).toHaveLength(now.delivered);
  }

  const inArrival = (acts: readonly Act[]): Act[] =>
    acts.toSorted((one, other) => one.at + one.delay - (other.at + other.delay));

  async function run(acts: readonly Act[], orders: ReadonlyMap<Act, number>): Promise<void> {
    for (const act of inArrival(acts)) {
      setClock(act.at + act.delay);
      await carryOut(act, orders);
      await checkConfirmed();
      await checkPhone(act.courier);
    }
  }

  const TIME = { timeout: 6 * 3_600_000 };

  it(`counts each visit in the day of its route, in whatever order the phones send (seed ${seed})`, TIME, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ofPhones, { minLength: 1, maxLength: 10 }), async (acts) => {
        const orders = await prepare(acts);
        await run(acts, orders);
        for (const [visit, day] of await checkDays(orders)) expect(day).toBe(dateOf(expectedDay(acts, visit)));
      }),
      { numRuns: RUNS, seed, endOnFailure: true },
    );
  });

  it(`leaves confirmed days as they are, and loses nothing (seed ${seed})`, TIME, async () => {
    const acts = fc.array(fc.oneof({ weight: 3, arbitrary: ofPhones }, { weight: 1, arbitrary: ofOffice }), {
      minLength: 2,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(acts, async (story) => {
        const orders = await prepare(story);
        await run(story, orders);
        await checkDays(orders);
        // What came too late waits for the office, which reopens the days and accepts it.
        setClock(2 * DAY);
        for (const number of phones.keys())
          for (const day of [0, 1] as const)
            await carryOut({ kind: 'reopen', courier: number, at: 0, delay: 0, day }, orders);
        for (const id of orders.values()) {
          const order = await findOrder(db, ana, id);
          const pending = await db
            .selectFrom('field_visits')
            .select('id')
            .where('order_id', '=', id)
            .where('state', '=', 'pendiente')
            .execute();
          for (const review of pending)
            await decideReview(services, ana, {
              key: randomUUID(),
              id: review.id,
              decision: 'aceptada',
              version: order?.version ?? 0,
            });
        }
        const days = await checkDays(orders);
        // A start after a confirmation opens the next day.
        const possible: (string | null)[] = [0, 1, 2, 3].map(dateOf);
        expect([...days.values()].every((day) => possible.includes(day))).toBe(true);
      }),
      { numRuns: RUNS, seed, endOnFailure: true },
    );
  });
});
