import { randomUUID } from 'node:crypto';
import {
  collectedOf,
  type CollectionMeans,
  type ConfirmDay,
  type CourierMoney,
  MONEY_REASON_CODES,
  type MoneyReason,
  type MoneyReceipt,
  type Payment,
  type Receive,
  reasonsOf,
} from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { closeOrders } from '#work/assignments/close-orders.ts';
import { correctClosing } from '#work/assignments/correct-closing.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { type Database } from '#platform/database/open-database.ts';
import { confirmDay, reopenDay } from '#work/money/confirm-day.ts';
import { receiveMoney, undoMoney, verifyPayments } from '#work/money/change-money.ts';
import { moneyOfOrders } from '#work/money/ledger.ts';
import { exportMoney } from '#work/money/export-money.ts';
import { readMoneyDay, readMoneyOf, readMoneyOfCourier } from '#work/money/read-money.ts';
import { listDays } from '#work/days/list-days.ts';
import { readClients, readCouriers, readMoney } from '#insight/figures/read-figures.ts';
import { insertOrders } from '#orders/order/insert-orders.ts';
import { fieldsOf, type OrderRow } from '#orders/order/order-row.ts';
import { findOrder, findOrders } from '#orders/order/orders-repository.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Services } from '#edge/services.ts';
import { courierInput, dispatcherOf, orderInput } from '../dispatch-world.ts';
import { resetPeople } from '../people.ts';
import { createClock, createServices, openTestDatabase } from '../test-services.ts';

const ORDERS = 3;
const DUE = 5000;
const DAY = '2026-11-20';

const CASHIERS = [dispatcherOf('ana'), dispatcherOf('luis')] as const;
const chief = dispatcherOf('chief');

type Step =
  | { kind: 'close' | 'correct'; order: number; payments: Payment[] | null }
  /** `part` of the cash that the courier has, above 1 for too much. */
  | { kind: 'receive' | 'both'; who: 0 | 1; part: number; explains: boolean; reason: MoneyReason }
  | { kind: 'verify' | 'undo'; who: 0 | 1 }
  | { kind: 'confirm'; who: 0 | 1; reason: MoneyReason | null }
  | { kind: 'reopen' };

const who = fc.constantFrom<0 | 1>(0, 1);
const order = fc.nat({ max: ORDERS - 1 });
const reason = fc.constantFrom(...MONEY_REASON_CODES);
const amount = fc.integer({ min: 0, max: 9000 });
const payments: fc.Arbitrary<Payment[]> = fc.oneof(
  amount.map((each): Payment[] => [{ means: 'efectivo', amount: each }]),
  amount.map((each): Payment[] => [{ means: 'yape', amount: each }]),
  fc.tuple(amount, amount).map(([cash, yape]): Payment[] => [
    { means: 'efectivo', amount: cash },
    { means: 'yape', amount: yape },
  ]),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('close'), order, payments }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('correct'), order, payments: fc.option(payments) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('receive', 'receive', 'both'),
      who,
      part: fc.constantFrom(0, 0.3, 0.9, 1, 1, 1, 1.2),
      explains: fc.boolean(),
      reason,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('verify', 'undo', 'undo'), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('confirm'), who, reason: fc.option(reason) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen') }) },
);

/** A day on which each kind of step is carried out, whatever else a run draws. */
const WHOLE_DAY: Step[] = [
  { kind: 'close', order: 0, payments: [{ means: 'efectivo', amount: DUE }] },
  { kind: 'close', order: 1, payments: [{ means: 'yape', amount: DUE }] },
  { kind: 'close', order: 2, payments: [{ means: 'efectivo', amount: DUE }] },
  { kind: 'receive', who: 0, part: 1, explains: false, reason: 'faltante' },
  { kind: 'undo', who: 0 },
  { kind: 'receive', who: 1, part: 1, explains: false, reason: 'faltante' },
  { kind: 'verify', who: 1 },
  { kind: 'confirm', who: 0, reason: null },
  { kind: 'reopen' },
  { kind: 'correct', order: 0, payments: null },
];

const cashOf = ({ held }: CourierMoney): number => collectedOf(held.filter(({ means }) => means === 'efectivo'));

describe('stories of collected money', () => {
  let db: Database;
  let close: () => Promise<void>;
  let services: Services;
  let sample: OrderRow;
  const clock = createClock();

  let courierId = 0;
  let orders: number[] = [];
  /** What the cash desk should have: what was received and not cancelled. */
  let inDesk = 0;
  let done: { receipt: MoneyReceipt; received: number }[] = [];
  /** Digest of the ledger up to its newest entry, which may not change. */
  let past = { newest: 0, digest: '' };

  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
    await resetPeople(db);
    services = createServices(db, clock);
    const [ana] = CASHIERS;
    const { id } = await createOrder(services, ana, randomUUID(), orderInput({ collectDue: DUE }));
    const row = await findOrder(db, ana, Number(id));
    if (!row) throw new Error('not prepared');
    sample = row;
    courierId = Number((await createCourier(services, ana, randomUUID(), courierInput({ zones: [] }))).id);
  });
  afterAll(() => close());

  /** New orders of the courier, on a ledger without entries. */
  async function begin(): Promise<void> {
    const [ana] = CASHIERS;
    await sql`delete from money_entries`.execute(db);
    await sql`delete from money_balances`.execute(db);
    await sql`delete from courier_days`.execute(db);
    await sql`update order_progress set state = 'pendiente', courier_id = null, payments = '[]', difference = null,
      closed_at = null, visit_day = null`.execute(db);
    const batch = { id: randomUUID(), now: clock() };
    const fields = Array.from({ length: ORDERS }, () => fieldsOf(sample));
    const made = await db.transaction().execute((trx) => insertOrders(trx, ana, batch, fields));
    orders = made.map(({ id }) => id);
    const refs = orders.map((id) => ({ id: String(id), version: 1 }));
    await assignOrders(services, ana, randomUUID(), { courierId: String(courierId), orders: refs });
    [inDesk, done, past] = [0, [], { newest: 0, digest: '' }];
  }

  const moneyNow = () => readMoneyOf(db, CASHIERS[0], { courierId, day: DAY }, clock());
  const orderNow = async (index: number) => {
    const row = await findOrder(db, chief, orders[index] ?? 0);
    if (!row) throw new Error('the order is missing');
    return row;
  };

  /** Everything that screens show of the day's money, and the acts of its history. */
  async function reads() {
    const view = { day: DAY };
    const {
      money,
      movements,
      payments: toAccount,
      ...of
    } = await readMoneyOfCourier(services, chief, {
      courierId,
      day: DAY,
    });
    const day = await readMoneyDay(services, chief, DAY);
    const { version, ...shown } = money;
    const { rows: balances } = await sql`select * from money_balances where amount <> 0 order by 2, 3, 4, 5, 6`.execute(
      db,
    );
    const file = await exportMoney(services, chief, { day: DAY, format: 'csv' });
    return {
      version,
      acts: movements.map(({ what }) => what),
      shown: {
        ...of,
        shown,
        toAccount,
        balances,
        file: file.content,
        day: { ...day, couriers: day.couriers.map((each) => ({ ...each, version: 0 })) },
        days: await listDays(services, chief, DAY),
        orders: await findOrders(db, chief, orders),
        couriers: await readCouriers(services, chief, ['D05'], view),
        figures: await readMoney(services, chief, ['D05'], view),
        clients: await readClients(services, chief, view),
      },
    };
  }

  const receiveBody = (money: CourierMoney, { part, explains, reason: why }: Step & { kind: 'receive' | 'both' }) => {
    const cash = cashOf(money);
    const received = Math.round(cash * part);
    const missing = cash - received;
    const fits = reasonsOf(missing).includes(why);
    return {
      courierId: String(courierId),
      day: DAY,
      version: money.version,
      amount: received,
      ...(explains && missing !== 0 && fits && { difference: { amount: missing, reason: why, note: 'x' } }),
    } satisfies Receive;
  };

  async function carryOut(act: Step): Promise<void> {
    const cashier = 'who' in act ? CASHIERS[act.who] : chief;
    const money = await moneyNow();
    switch (act.kind) {
      case 'close':
      case 'correct': {
        const { id, version } = await orderNow(act.order);
        const ref = { id: String(id), version };
        const paid =
          act.payments === null
            ? { ...ref, to: 'no_entregada' as const, reason: 'ausente' }
            : { ...ref, to: 'entregada' as const, payments: act.payments, difference: 'Pagó otra suma' };
        if (act.kind === 'close') await closeOrders(services, cashier, randomUUID(), { orders: [paid] });
        else await correctClosing(services, chief, randomUUID(), { why: 'x', orders: [paid] });
        return;
      }
      case 'receive': {
        const body = receiveBody(money, act);
        const receipt = await receiveMoney(services, cashier, randomUUID(), body);
        done.push({ receipt, received: body.amount });
        inDesk += body.amount;
        return;
      }
      case 'both': {
        const body = receiveBody(money, act);
        const answers = await Promise.allSettled(
          CASHIERS.map((each) => receiveMoney(services, each, randomUUID(), body)),
        );
        const accepted = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
        expect(accepted.length, 'two cashiers who saw the same').toBeLessThan(2);
        for (const receipt of accepted) {
          done.push({ receipt, received: body.amount });
          inDesk += body.amount;
        }
        return;
      }
      case 'verify': {
        const open = (await moneyOfOrders(db, cashier, { courierId, day: DAY })).filter(({ held }) => held > 0);
        if (open.length === 0) return;
        const found = open.map(({ orderId, means }) => ({ orderId: String(orderId), means, operation: '123' }));
        const body = { courierId: String(courierId), day: DAY, version: money.version, payments: found };
        done.push({ receipt: await verifyPayments(services, cashier, randomUUID(), body), received: 0 });
        return;
      }
      case 'undo': {
        const last = done.at(-1);
        if (!last) return;
        const body = { courierId: String(courierId), day: DAY, act: last.receipt.act, why: 'Se contó mal' };
        await undoMoney(services, cashier, randomUUID(), body);
        done.pop();
        inDesk -= last.received;
        return;
      }
      case 'confirm': {
        const rest = act.reason === null ? undefined : { reason: act.reason, note: 'x' };
        const body: ConfirmDay = {
          courierId: String(courierId),
          day: DAY,
          delivered: money.delivered,
          failed: money.failed,
          collected: collectedOf(money.collected),
          version: money.version,
          ...(rest && reasonsOf(1).includes(rest.reason) && { rest }),
        };
        const before = await reads();
        await confirmDay(services, cashier, randomUUID(), body);
        await reopenDay(services, chief, randomUUID(), { courierId: String(courierId), day: DAY, why: 'x' });
        const after = await reads();
        expect(after.shown, 'reopening takes back all that confirming did').toEqual(before.shown);
        expect(after.acts, 'except the history').toEqual(['reapertura', 'confirmacion', ...before.acts]);
        await confirmDay(services, cashier, randomUUID(), { ...body, version: after.version });
        return;
      }
      case 'reopen':
        await reopenDay(services, chief, randomUUID(), { courierId: String(courierId), day: DAY, why: 'x' });
    }
  }

  interface Sum {
    place: string;
    means: CollectionMeans;
    amount: number;
  }

  async function check(): Promise<void> {
    const rows = await findOrders(db, chief, orders);
    const collected = rows
      .filter(({ visit_day: day }) => day !== null)
      .reduce((sum, row) => sum + collectedOf(row.payments), 0);
    const { rows: balances } = await sql<Sum>`
      select place, means, sum(amount)::bigint as amount from money_balances group by 1, 2`.execute(db);
    const { rows: entered } = await sql<Sum>`
      select place, means, sum(amount)::bigint as amount from (
        select target as place, means, amount from money_entries where target is not null
        union all select source, means, -amount from money_entries where source is not null
      ) as moved group by 1, 2`.execute(db);
    const nonZero = (sums: readonly Sum[]) =>
      sums
        .filter((each) => each.amount !== 0)
        .map((each) => `${each.place} ${each.means} ${each.amount}`)
        .sort();
    expect(nonZero(balances), 'the balances are what the entries add up to').toEqual(nonZero(entered));
    expect(collectedOf(balances), 'the places add up to what was collected').toBe(collected);
    expect(balances.filter((each) => each.amount < 0 && each.place !== 'diferencias')).toEqual([]);
    expect(collectedOf(balances.filter(({ place }) => place === 'caja')), 'the cash desk').toBe(inDesk);
    const digestTo = async (newest: number) => {
      const { rows: digests } = await sql<{ digest: string | null; newest: number | null }>`
        select md5(string_agg(money_entries::text, ' ' order by id)) as digest, max(id) as newest
        from money_entries where id <= ${newest}`.execute(db);
      return { newest: digests[0]?.newest ?? 0, digest: digests[0]?.digest ?? '' };
    };
    if (past.newest > 0) expect(await digestTo(past.newest), 'nothing is overwritten').toEqual(past);
    past = await digestTo(Number.MAX_SAFE_INTEGER);
  }

  const { seed, stories } = inject('interleavings');

  it(`keep every céntimo in one place, in ${stories} stories (seed ${seed})`, { timeout: 900_000 }, async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (story) => {
        await begin();
        for (const act of story) {
          const wasRefused = await carryOut(act).then(
            () => false,
            (error: unknown) => {
              if (!(error instanceof Refusal)) throw error;
              return true;
            },
          );
          const name = `${act.kind} ${wasRefused ? 'refused' : 'done'}`;
          seen.set(name, (seen.get(name) ?? 0) + 1);
        }
        await check();
      }),
      { numRuns: stories, seed, endOnFailure: true, examples: [[WHOLE_DAY]] },
    );
    // The stories are worth something only if they move money.
    const kinds = ['close', 'correct', 'receive', 'verify', 'undo', 'confirm', 'reopen'];
    expect([...seen.keys()]).toEqual(expect.arrayContaining(kinds.map((kind) => `${kind} done`)));
  });
});
