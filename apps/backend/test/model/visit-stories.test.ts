import { randomUUID } from 'node:crypto';
import {
  LOADED_STATES,
  type OrderChanged,
  type OrderRef,
  type VisitAnswer,
  type VisitBody,
} from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { cancelOrders } from '#work/assignments/cancel-orders.ts';
import { changeState } from '#work/assignments/change-state.ts';
import { closeOrders } from '#work/assignments/close-orders.ts';
import { correctClosing } from '#work/assignments/correct-closing.ts';
import { unassignOrders } from '#work/assignments/unassign-orders.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { type Database } from '#platform/database/open-database.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { editOrder } from '#orders/order/edit-order.ts';
import { requireOpenDay } from '#work/days/confirmed-payments.ts';
import { insertOrders } from '#orders/order/insert-orders.ts';
import { fieldsOf, type OrderRow } from '#orders/order/order-row.ts';
import { findOrder } from '#orders/order/orders-repository.ts';
import { findPhone, type Phone, replacePhone } from '#fleet/phones/phones-repository.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Services } from '#edge/services.ts';
import { decideReview } from '#field/visits/decide-review.ts';
import { recordVisit } from '#field/visits/record-visit.ts';
import { courierInput, dispatcherOf, orderInput } from '../dispatch-world.ts';
import { resetPeople } from '../people.ts';
import { recount, tallied } from '../tallied.ts';
import { createClock, createServices, openTestDatabase } from '../test-services.ts';

const { stories: wanted, seed } = inject('interleavings');
/** Shorter than those of the interleavings. */
const STORIES = 4 * wanted;
const MINUTE = 60_000;
const DUE = 1000;

/** A visit that the phone records. `corrects` is the place of an earlier one. */
interface Planned {
  to: VisitBody['to'];
  /** By the phone's clock, since the first one. */
  minute: number;
  corrects: number | null;
  /** False: the payments do not match the amount due. */
  isPaid: boolean;
}

const OFFICE_WORK = [
  'close',
  'fail',
  'reassign',
  'unassign',
  'cancel',
  'correct',
  'again',
  'edit',
  'accept',
  'reject',
] as const;

type Step =
  /** The network delivers these visits, together and in this order. Named twice, a visit is duplicated. */
  { do: 'deliver'; visits: number[] } | { do: 'office'; work: (typeof OFFICE_WORK)[number] };

interface Story {
  visits: Planned[];
  steps: Step[];
  /** The order in which the signal's return delivers what was lost. */
  isReversed: boolean;
}

const planned = (place: number): fc.Arbitrary<Planned> =>
  fc.record({
    to: fc.constantFrom('entregada', 'no_entregada'),
    minute: place === 0 ? fc.constant(0) : fc.integer({ min: 0, max: 7 }),
    corrects: place === 0 ? fc.constant(null) : fc.option(fc.nat({ max: place - 1 }), { freq: 4 }),
    isPaid: fc.boolean(),
  });

const step = (visits: number): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.record({
      do: fc.constant('deliver' as const),
      visits: fc.array(fc.nat({ max: visits - 1 }), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ do: fc.constant('office' as const), work: fc.constantFrom(...OFFICE_WORK) }),
  );

const stories: fc.Arbitrary<Story> = fc.integer({ min: 1, max: 3 }).chain((count) =>
  fc.record({
    visits: fc.tuple(...Array.from({ length: count }, (_, place) => planned(place))),
    steps: fc.array(step(count), { maxLength: 3 }),
    isReversed: fc.boolean(),
  }),
);

const ana = dispatcherOf('ana');
const key = (): string => randomUUID();

describe('a courier, the office and the network', () => {
  let db: Database;
  let close: () => Promise<void>;
  let services: Services;
  let phone: Phone;
  let sara = '';
  const clock = createClock();
  const pool: number[] = [];
  let sample: OrderRow;

  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
    await resetPeople(db);
    services = createServices(db, clock);
    const pedro = await createCourier(services, ana, key(), courierInput({ capacityOrders: 10_000 }));
    sara = (await createCourier(services, ana, key(), courierInput({ name: 'Sara', capacityOrders: 10_000 }))).id;
    const where = { companyId: 'norte', officeId: 'N1', courierId: Number(pedro.id) };
    await replacePhone(db, where, { sessionHash: 'x', name: 'Android' }, clock());
    const found = await findPhone(db, 'x', clock());
    const { id } = await createOrder(services, ana, key(), orderInput({ collectDue: DUE }));
    const row = await findOrder(db, ana, Number(id));
    if (!found || !row) throw new Error('not prepared');
    phone = found;
    sample = row;
  });
  afterAll(() => close());

  /** An order of the courier's route. They are created in bulk: one by one would take most of the test's time. */
  async function nextOrder(): Promise<number> {
    if (pool.length === 0) {
      const fields = Array.from({ length: STORIES }, () => fieldsOf(sample));
      const batch = { id: key(), now: clock() };
      const made = await db.transaction().execute((trx) => insertOrders(trx, ana, batch, fields));
      const orders = made.map(({ id }) => ({ id: String(id), version: 1 }));
      await assignOrders(services, ana, key(), { courierId: String(phone.courierId), orders });
      pool.push(...made.map(({ id }) => id));
    }
    return pool.pop() ?? 0;
  }

  const read = async (id: number): Promise<OrderRow> => {
    const row = await findOrder(db, ana, id);
    if (!row) throw new Error('The order is missing');
    return row;
  };

  const visitsOf = (id: number) =>
    db.selectFrom('field_visits').selectAll().where('order_id', '=', id).orderBy('id').execute();

  /** The office's action on the order; it may be refused. */
  async function work(what: (typeof OFFICE_WORK)[number], id: number): Promise<void> {
    const row = await read(id);
    const ref: OrderRef = { id: String(id), version: row.version };
    const refs = [ref];
    const delivered = { ...ref, to: 'entregada' as const, payments: [{ means: 'plin' as const, amount: DUE }] };
    switch (what) {
      case 'close':
        await closeOrders(services, ana, key(), { orders: [delivered] });
        return;
      case 'fail':
        await closeOrders(services, ana, key(), { orders: [{ ...ref, to: 'no_entregada', reason: 'rechazado' }] });
        return;
      case 'correct':
        await correctClosing(services, ana, key(), { why: 'motivo', orders: [delivered] });
        return;
      case 'reassign':
        await assignOrders(services, ana, key(), { courierId: sara, orders: refs });
        return;
      case 'unassign':
        await unassignOrders(services, ana, key(), refs);
        return;
      case 'cancel':
        await cancelOrders(services, ana, key(), { why: 'motivo', orders: refs });
        return;
      case 'again':
        await changeState(services, ana, key(), { to: 'pendiente', orders: refs });
        return;
      case 'edit':
        await editOrder(services, ana, id, { version: row.version, changes: { note: key() } }, requireOpenDay);
        return;
      case 'accept':
      case 'reject': {
        const review = (await visitsOf(id)).find(({ state }) => state === 'pendiente');
        const decision = what === 'accept' ? 'aceptada' : 'rechazada';
        if (review) await decideReview(services, ana, { key: key(), id: review.id, decision, version: row.version });
      }
    }
  }

  /** The state that the order's events lead to, each starting from the values after the previous one. */
  async function checkHistory(row: OrderRow): Promise<OrderChanged[]> {
    const logged = await db
      .selectFrom('events')
      .select('data')
      .where('order_id', '=', row.id)
      .orderBy('position')
      .execute();
    const events = logged.map(({ data }) => data as unknown as OrderChanged);
    expect(events.map(({ order }) => order.version)).toEqual(events.map((_, index) => index + 1));
    let fields: Record<string, unknown> = {};
    for (const { before, after } of events) {
      for (const [name, value] of Object.entries(before)) expect(fields[name]).toEqual(value);
      fields = { ...fields, ...after };
    }
    expect(fieldsOf(row)).toEqual(fields);
    expect(row.version).toBe(events.length);
    return events;
  }

  let undecided = 0;

  async function play({ visits, steps, isReversed }: Story): Promise<void> {
    const id = await nextOrder();
    const started = clock().getTime();
    const ids = visits.map(() => randomUUID());
    const bodies = visits.map(({ to, minute, corrects, isPaid }, place): VisitBody => ({
      id: ids[place] ?? '',
      order: String(id),
      attempt: 1,
      version: 2,
      to,
      ...(to === 'no_entregada' && { reason: 'ausente' }),
      ...(to === 'entregada' && { payments: [{ means: 'yape', amount: isPaid ? DUE : DUE - 1 }] }),
      at: new Date(started + minute * MINUTE).toISOString(),
      clockOffsetMs: 0,
      ...(corrects !== null && { corrects: ids[corrects] ?? '' }),
    }));
    const answers = new Map<string, VisitAnswer>();
    clock.move(10 * MINUTE);

    const deliver = async (body: VisitBody): Promise<void> => {
      const answer = await recordVisit(services, phone, body);
      // A repetition gets the first answer.
      expect(answer).toEqual(answers.get(body.id) ?? answer);
      answers.set(body.id, answer);
    };
    /** What a first closing must be answered, by the order as it is. */
    const expectedOf = async (place: number): Promise<VisitAnswer['result'] | undefined> => {
      const isInvolved = visits[place]?.corrects !== null || visits.some(({ corrects }) => corrects === place);
      if (answers.has(ids[place] ?? '') || isInvolved) return undefined;
      const row = await read(id);
      const isOwn = row.courier_id === phone.courierId && row.attempt === 1;
      const fits = visits[place]?.to === 'no_entregada' || visits[place]?.isPaid === true;
      return isOwn && fits && LOADED_STATES.some((each) => each === row.state) ? 'applied' : 'review';
    };

    for (const each of steps) {
      if (each.do === 'office')
        await work(each.work, id).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
      else if (each.visits.length === 1) {
        const [place = 0] = each.visits;
        const expected = await expectedOf(place);
        const body = bodies[place];
        if (body) await deliver(body);
        if (expected) expect(answers.get(ids[place] ?? '')?.result).toBe(expected);
      } else await Promise.all(each.visits.flatMap((place) => bodies[place] ?? []).map(deliver));
    }
    // The phone repeats unanswered requests, and one answered request.
    const unsent = bodies.filter((body) => !answers.has(body.id));
    const [again] = bodies.filter((body) => answers.has(body.id));
    for (const body of isReversed ? unsent.toReversed() : unsent) await deliver(body);
    if (again) await deliver(again);

    const rows = await visitsOf(id);
    expect(rows.map(({ visit }) => visit).sort()).toEqual([...ids].sort());
    for (const row of rows) {
      // A visit that no longer counts was replaced by another of its chain of corrections.
      const chain = rows.filter(({ visit, corrects }) => corrects === row.visit || visit === row.corrects);
      if (row.state === 'reemplazada') expect(chain.length).toBeGreaterThan(0);
      else expect(['aplicada', 'pendiente', 'aceptada', 'rechazada']).toContain(row.state);
      if (row.result === 'review') expect(row.state).not.toBe('aplicada');
      expect(row.why === null).toBe(row.result === 'applied');
    }
    // One event for each visit that changed the order, and for each decision.
    const events = await checkHistory(await read(id));
    const ofCourier = events.filter(({ actor }) => actor.username === `repartidor-${phone.courierId}`);
    const changing = rows.filter(
      ({ result, order_version, found }) => result === 'applied' && order_version > found.version,
    );
    expect(ofCourier.map(({ order }) => order.version)).toEqual(changing.map(({ order_version }) => order_version));
    const decisions = events.filter(({ what }) => what === 'visita_aceptada' || what === 'visita_rechazada');
    expect(decisions).toHaveLength(rows.filter(({ decided_at }) => decided_at !== null).length);
    // Without the office, a closing that fits is applied.
    if (
      !steps.some((each) => each.do === 'office') &&
      visits.length === 1 &&
      (visits[0]?.isPaid || visits[0]?.to === 'no_entregada')
    )
      // prettier-ignore
      expect(rows.map(({ state }) => state)).toEqual(['aplicada']);
    // No more than 200 visits of a courier may wait, and the stories leave more.
    for (const { state } of rows) if (state === 'pendiente' && (undecided += 1) > 100) await work('reject', id);
  }

  it(`count each closing once and lose none (seed ${seed})`, { timeout: 6 * 3_600_000 }, async () => {
    await fc.assert(fc.asyncProperty(stories, play), { numRuns: STORIES, seed, endOnFailure: true });
    // The stream's number of pending visits is right after all of them.
    const pending = await db.selectFrom('field_visits').select('id').where('state', '=', 'pendiente').execute();
    const last = await db
      .selectFrom('events')
      .select('data')
      .where('type', 'like', 'review.%')
      .orderBy('position', 'desc')
      .limit(1)
      .execute();
    expect(last[0]?.data['pending']).toBe(pending.length);
    expect(await tallied(db)).toEqual(await recount(db));
  });
});
