import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { type OrderChanged, type Receipt } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { cancelOrders } from '#work/assignments/cancel-orders.ts';
import { changeState } from '#work/assignments/change-state.ts';
import { closeOrders } from '#work/assignments/close-orders.ts';
import { correctClosing } from '#work/assignments/correct-closing.ts';
import { moveLoad } from '#work/assignments/move-load.ts';
import { reorderStops } from '#work/assignments/reorder-stops.ts';
import { unassignOrders } from '#work/assignments/unassign-orders.ts';
import { undoBatch } from '#work/assignments/undo-batch.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher, requireChargeS } from '#platform/dispatch/dispatcher.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { editOrder } from '#orders/order/edit-order.ts';
import { requireOpenDay } from '#work/days/confirmed-payments.ts';
import { fieldsOf } from '#orders/order/order-row.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Services } from '#edge/services.ts';
import { courierInput, dispatcherOf, orderInput } from '../dispatch-world.ts';
import { resetPeople } from '../people.ts';
import { recount, tallied } from '../tallied.ts';
import { createClock, createServices, openTestDatabase } from '../test-services.ts';
import { type Answer, type ModelRequest, Model, type Result } from './model.ts';
import { type Actor, ACTORS, type Belief, requestOf, type Step, stories } from './steps.ts';

const ORDERS = 6;
const person = (by: Actor): Dispatcher =>
  by === 'reloj' ? { ...dispatcherOf('luis'), sub: 'N1/reloj', username: 'reloj' } : dispatcherOf(by);

/** The amount due of an order, which never changes here. */
type DueOf = (id: string) => number | null;

/** The operation behind a request. */
async function carryOut(
  services: Services,
  asked: ModelRequest,
  by: Actor,
  key: string,
  dueOf: DueOf,
): Promise<Receipt | 'edited' | 'same'> {
  const who = person(by);
  const refs = 'refs' in asked ? [...asked.refs] : [];
  switch (asked.kind) {
    case 'assign':
      return assignOrders(services, who, key, { courierId: asked.courierId, orders: refs });
    case 'unassign':
      return unassignOrders(services, who, key, refs);
    case 'move':
      return moveLoad(services, who, key, asked);
    case 'cancel':
      return cancelOrders(services, who, key, { why: 'motivo', orders: refs });
    case 'reorder':
      return reorderStops(services, who, key, { courierId: asked.courierId, orders: refs });
    case 'undo':
      return undoBatch(services, who, key, asked.batch);
    case 'edit': {
      const { version } = await editOrder(
        services,
        who,
        Number(asked.id),
        {
          version: asked.version,
          changes: { note: asked.note },
        },
        requireOpenDay,
      );
      return version === asked.version ? 'same' : 'edited';
    }
    case 'state':
    case 'correct': {
      const [means, reason] =
        asked.kind === 'state' ? (['yape', 'ausente'] as const) : (['plin', 'rechazado'] as const);
      const closings = <To extends string>(to: To) =>
        refs.map((each) => {
          const due = dueOf(each.id);
          const paid = to === 'entregada' && due !== null && (asked.kind === 'correct' || asked.paid);
          return {
            ...each,
            to,
            ...(to === 'no_entregada' && { reason }),
            ...(paid && { payments: [{ means, amount: due }] }),
          };
        });
      if (asked.kind === 'correct')
        return correctClosing(services, who, key, { why: 'motivo', orders: closings(asked.to) });
      return asked.to === 'entregada' || asked.to === 'no_entregada'
        ? closeOrders(services, who, key, { orders: closings(asked.to) })
        : changeState(services, who, key, { to: asked.to, orders: refs });
    }
  }
}

const resultOf = (outcome: Receipt['outcomes'][number]): Result => {
  if (outcome.ok) return outcome.changed ? 'changed' : 'same';
  return outcome.why === 'changed' ? 'stale' : (outcome.why as Result);
};

/** The service's response in the model's terms, and the batch it created. */
async function ask(
  services: Services,
  asked: ModelRequest,
  by: Actor,
  key: string,
  dueOf: DueOf,
): Promise<{ answer: Answer; batch: string | null }> {
  try {
    // The routes check the charge before calling an operation.
    if (asked.kind === 'cancel' || asked.kind === 'correct') requireChargeS(person(by));
    const given = await carryOut(services, asked, by, key, dueOf);
    if (typeof given === 'string')
      return {
        answer: { results: [[asked.kind === 'edit' ? asked.id : '', given === 'same' ? 'same' : 'changed']] },
        batch: null,
      };
    return { answer: { results: given.outcomes.map((each) => [each.id, resultOf(each)]) }, batch: given.batch };
  } catch (error) {
    if (error instanceof Refusal) return { answer: { refused: error.kind }, batch: null };
    throw error;
  }
}

const COMPARED = ['state', 'attempt', 'reason', 'payments', 'note', 'sequence', 'courierId'] as const;

describe('two dispatchers and the clock', () => {
  let db: Database;
  let close: () => Promise<void>;
  let clock: ReturnType<typeof createClock>;
  let services: Services;

  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
    await resetPeople(db);
  });
  afterAll(() => close());

  async function begin() {
    for (const table of [
      'money_entries',
      'money_balances',
      'order_search',
      'order_progress',
      'order_details',
      'courier_days',
      'couriers',
      'batches',
      'idempotency_keys',
      'events',
    ] as const)
      await db.deleteFrom(table).execute();
    await db.updateTable('offices').set({ event_position: 0 }).execute();
    clock = createClock();
    services = createServices(db, clock);
    const ana = person('ana');
    const couriers = [
      (await createCourier(services, ana, randomUUID(), courierInput())).id,
      (await createCourier(services, ana, randomUUID(), courierInput({ name: 'Sara' }))).id,
    ] as const;
    const model = new Model();
    for (let index = 0; index < ORDERS; index++) {
      const due = index % 2 === 0 ? 1000 : null;
      const { id } = await createOrder(services, ana, `crear-${index}-x`, orderInput({ collectDue: due }));
      model.orders.set(id, {
        version: 1,
        state: 'pendiente',
        courier: null,
        stop: null,
        attempt: 1,
        reason: null,
        payments: [],
        due,
        note: null,
      });
    }
    return { couriers, model };
  }

  /** Nothing is lost or duplicated, and every order matches its events. */
  async function checkEverything(model: Model): Promise<void> {
    const rows = await db.selectFrom('orders').selectAll().orderBy('id').execute();
    expect(rows.map(({ id }) => String(id))).toEqual([...model.orders.keys()]);
    expect(await tallied(db)).toEqual(await recount(db));
    const events = await db
      .selectFrom('events')
      .select(['position', 'data'])
      .where('office_id', '=', 'N1')
      .orderBy('position')
      .execute();
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
    const logged = events
      .map(({ data }) => data)
      .filter(({ type }) => type === 'order.changed') as unknown as OrderChanged[];
    for (const row of rows) {
      const own = logged.filter(({ order }) => order.id === String(row.id));
      expect(own.map(({ order }) => order.version)).toEqual(own.map((_, index) => index + 1));
      let fields: Record<string, unknown> = {};
      for (const { before, after } of own) {
        // Each event starts from the values after the previous one.
        for (const [key, value] of Object.entries(before)) expect(fields[key]).toEqual(value);
        fields = { ...fields, ...after };
      }
      expect(fieldsOf(row)).toEqual(fields);
      expect(row.version).toBe(own.length);
      const expected = model.orders.get(String(row.id));
      const { courier, stop, version, due, ...same } = expected ?? {};
      const wanted: Record<string, unknown> = { ...same, sequence: stop, courierId: courier };
      expect({
        ...Object.fromEntries(COMPARED.map((key) => [key, fields[key]])),
        version: row.version,
        due: row.collect_due,
      }).toEqual({ ...wanted, version, due });
    }
  }

  async function play(story: Step[]): Promise<void> {
    const { couriers, model: first } = await begin();
    let model = first;
    const dueOf: DueOf = (id) => first.orders.get(id)?.due ?? null;
    let keys = 0;
    const beliefs = Object.fromEntries(ACTORS.map((by) => [by, { versions: new Map() }])) as Record<Actor, Belief>;
    const last = new Map<Actor, { asked: ModelRequest; key: string; answer: Answer }>();
    const look = (by: Actor): void => {
      beliefs[by].versions = new Map([...model.orders].map(([id, { version }]) => [id, version]));
    };

    /** Concurrent requests must have the same result as one of their sequential orders. */
    async function together(...asking: { by: Actor; asked: ModelRequest }[]): Promise<void> {
      const now = clock().getTime();
      const calls = asking.map((each) => ({ ...each, key: `llave-${(keys += 1)}-x` }));
      const answers = await Promise.all(calls.map(({ asked, by, key }) => ask(services, asked, by, key, dueOf)));
      const orders =
        calls.length === 1
          ? [[0]]
          : [
              [0, 1],
              [1, 0],
            ];
      const tries = orders.map((order) => {
        const after = model.copy();
        const expected: Answer[] = [];
        for (const index of order) {
          const call = calls[index];
          if (call) expected[index] = after.ask(call.asked, call.by, now, answers[index]?.batch ?? null);
        }
        return { after, expected };
      });
      const given = answers.map(({ answer }) => answer);
      const right = tries.find(({ expected }) => JSON.stringify(expected) === JSON.stringify(given));
      if (!right) expect({ calls, given }).toEqual({ calls, given: tries[0]?.expected });
      model = right?.after ?? model;
      calls.forEach(({ by, asked, key }, index) => {
        const answer = given[index];
        if (answer) last.set(by, { asked, key, answer });
      });
    }

    // Start after a morning's work, with an order in each of the main states.
    const refs = (...places: number[]) =>
      [...model.orders].flatMap(([id, { version }], place) => (places.includes(place) ? [{ id, version }] : []));
    await together({ by: 'ana', asked: { kind: 'assign', courierId: couriers[0], refs: refs(1, 2, 3, 4, 5) } });
    await together({ by: 'ana', asked: { kind: 'state', to: 'en_ruta', paid: false, refs: refs(2, 3, 4, 5) } });
    await together({ by: 'ana', asked: { kind: 'state', to: 'no_entregada', paid: false, refs: refs(3, 5) } });
    await together({ by: 'ana', asked: { kind: 'state', to: 'entregada', paid: true, refs: refs(4) } });
    ACTORS.forEach(look);

    for (const step of story) {
      if (step.do === 'look') look(step.by);
      else if (step.do === 'wait') clock.move(step.seconds * 1000);
      else if (step.do === 'repeat') {
        const repeated = last.get(step.by);
        // An edit has no key: its version keeps it from being applied twice.
        if (!repeated || repeated.asked.kind === 'edit' || 'refused' in repeated.answer) continue;
        expect((await ask(services, repeated.asked, step.by, repeated.key, dueOf)).answer).toEqual(repeated.answer);
      } else {
        const intents = step.do === 'ask' ? [step.intent] : step.intents;
        for (const { by, fresh } of intents) if (fresh) look(by);
        await together(
          ...intents.map((each) => ({ by: each.by, asked: requestOf(each, beliefs[each.by], model, couriers) })),
        );
      }
    }
    await checkEverything(model);
  }

  const { stories: wanted, seed } = inject('interleavings');
  it(`lose or duplicate no order, and states match the events (seed ${seed})`, { timeout: 6 * 3_600_000 }, async () => {
    let played = 0;
    const logged = async (story: Step[]): Promise<void> => {
      await play(story);
      // Progress for the long run.
      if ((played += 1) % 100 === 0) process.stdout.write(`${played} of ${wanted} stories, seed ${seed}\n`);
    };
    await fc.assert(fc.asyncProperty(stories, logged), { numRuns: wanted, seed, endOnFailure: true });
  });
});
