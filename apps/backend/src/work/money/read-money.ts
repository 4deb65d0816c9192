import {
  addDays,
  COLLECTION_MEANS_CODES,
  type CollectionMeans,
  type CourierMoney,
  type MoneyDay,
  type MoneyMovement,
  type MoneyOfCourier,
  type MoneyPlace,
  moneyState,
  type Payment,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { listCouriersOf, requireCourier } from '#fleet/couriers/couriers-repository.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { NO_TOTALS, readTotals } from '../days/day-totals.ts';
import { type DayRow, findDay, findDays, toDay } from '../days/days-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { readOfficeNames } from '#people/offices/offices-repository.ts';
import { type WorkServices } from '../services.ts';
import { type Doubt, doubtOf, doubtsIn } from './agreements.ts';
import { heldCash, readCashInReview } from './cash-limit.ts';
import { workingDaysOf } from '../days/working-days.ts';
import { moneyOfOrders, type Reason } from './ledger.ts';

/** Earlier days with money that couriers still have. */
const EARLIER_DAYS = 31;

interface Balance {
  courierId: number;
  means: CollectionMeans;
  place: MoneyPlace;
  reason: Reason;
  amount: number;
}

/** A courier's entries of a day. */
interface Entered {
  courierId: number;
  version: number;
  handovers: number;
  lastAt: Date | null;
  lastUsername: string | null;
  lastUser: string | null;
}

const NO_ENTRIES = { version: 0, handovers: 0, lastAt: null, lastUsername: null, lastUser: null };

type Where = Pick<OfficeKey, 'officeId'>;

function balancesOf(db: Database, { officeId }: Where, day: string, courierId: number | null): Promise<Balance[]> {
  return db
    .selectFrom('money_balances')
    .select(['courier_id as courierId', 'means', 'place', 'reason', 'amount'])
    .where('office_id', '=', officeId)
    .where('day', '=', day)
    .where(sql<boolean>`(${courierId}::bigint is null or courier_id = ${courierId})`)
    .where('amount', '<>', 0)
    .execute();
}

/** Hand-overs that were cancelled do not count. */
async function enteredOf(db: Database, { officeId }: Where, day: string, courierId: number | null): Promise<Entered[]> {
  const { rows } = await sql<Entered>`
    with entries as (
      select * from money_entries
      where office_id = ${officeId} and day = ${day} and (${courierId}::bigint is null or courier_id = ${courierId})
    ), received as (
      select distinct on (courier_id) courier_id, at, by_username, by_user, count(*) over (partition by courier_id) as count
      from entries
      -- By its index: a day may have thousands of entries, which must not be compared with each other.
      where what = 'entrega' and amount is null and not exists (
        select from money_entries as undo where undo.office_id = ${officeId} and undo.undoes = entries.act)
      order by courier_id, id desc
    )
    select entries.courier_id as "courierId", max(entries.id) as version, coalesce(max(received.count), 0)::integer as handovers,
      max(received.at) as "lastAt", max(received.by_username) as "lastUsername", max(received.by_user) as "lastUser"
    from entries left join received using (courier_id) group by entries.courier_id`.execute(db);
  return rows;
}

const sumOf = (rows: readonly { amount: number }[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

/** @returns the sum by means, in their order, without those that have nothing. */
const byMeans = (rows: readonly Balance[]): Payment[] =>
  COLLECTION_MEANS_CODES.map((means) => ({ means, amount: sumOf(rows.filter((row) => row.means === means)) })).filter(
    ({ amount }) => amount !== 0,
  );

function differencesOf(rows: readonly Balance[]): CourierMoney['differences'] {
  const sums = new Map<Exclude<Reason, ''>, number>();
  for (const { reason, amount } of rows) if (reason !== '') sums.set(reason, (sums.get(reason) ?? 0) + amount);
  return [...sums].map(([reason, amount]) => ({ reason, amount })).filter(({ amount }) => amount !== 0);
}

interface Facts {
  courier: CourierMoney['courier'];
  row: DayRow | undefined;
  totals: Awaited<ReturnType<typeof readTotals>> extends Map<number, infer Totals> ? Totals : never;
  balances: readonly Balance[];
  entered: Omit<Entered, 'courierId'>;
  carried: number;
  isOver: boolean;
  doubt: Doubt | undefined;
  inReview: number;
}

function toMoney({ courier, row, totals, balances, entered, carried, isOver, doubt, inReview }: Facts): CourierMoney {
  const { startedAt, end, confirmed, delivered, failed, open, due } = toDay(courier, row, totals);
  const at = (place: MoneyPlace) => balances.filter((each) => each.place === place);
  const [held, received, account] = [byMeans(at('repartidor')), sumOf(at('caja')), byMeans(at('cuenta'))];
  const differences = differencesOf(at('diferencias'));
  const { lastAt, lastUsername, lastUser } = entered;
  return {
    courier,
    startedAt,
    end,
    confirmed,
    delivered,
    failed,
    open,
    due,
    state: moneyState({
      confirmed,
      isOnRoute: open > 0 && end === null && !isOver,
      held: sumOf(held),
      isBegun: received > 0 || account.length > 0 || differences.length > 0,
      differences,
      isOverspent: doubt !== undefined && doubt.expenses > 0,
      isClosedAlone: doubt?.isAlone === true,
    }),
    version: entered.version,
    collected: byMeans(balances),
    held,
    inReview,
    received,
    account,
    differences,
    doubts: doubt ? { expenses: doubt.expenses, limit: doubt.limit, orders: doubt.orders } : null,
    handovers: {
      count: entered.handovers,
      last: lastAt && { at: lastAt.toISOString(), by: { username: lastUsername ?? '', user: lastUser ?? '' } },
    },
    carried,
  };
}

const grouped = <Row extends { courierId: number }>(rows: readonly Row[]): Map<number, Row[]> => {
  const groups = new Map<number, Row[]>();
  for (const row of rows) groups.set(row.courierId, [...(groups.get(row.courierId) ?? []), row]);
  return groups;
};

async function readEarlier(db: Database, { officeId }: Where, day: string): Promise<MoneyDay['earlier']> {
  const { rows } = await sql<MoneyDay['earlier'][number]>`
    select day, count(distinct courier_id)::integer as couriers, sum(amount)::bigint as amount
    from money_balances
    where office_id = ${officeId} and place = 'repartidor' and amount > 0
      and day < ${day} and day >= ${addDays(day, -EARLIER_DAYS)}
    group by day order by day desc`.execute(db);
  return rows;
}

/** @returns the cash of a day's visits in review, by courier, in céntimos. */
export async function readInReview(
  db: Database,
  dispatcher: Dispatcher,
  day: string,
  courierId: number | null = null,
): Promise<Map<number, number>> {
  const visits = await readCashInReview(db, dispatcher, courierId);
  const days = await workingDaysOf(db, dispatcher, visits);
  const sums = new Map<number, number>();
  for (const [place, { courierId: id, amount }] of visits.entries())
    if (days[place] === day) sums.set(id, (sums.get(id) ?? 0) + amount);
  return sums;
}

/** @returns the money of every courier with anything on the day; today by default. */
export async function readMoneyDay(
  { db, clock }: Pick<WorkServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  day?: string,
): Promise<MoneyDay> {
  const today = officeDay(clock(), dispatcher);
  const shown = day ?? today;
  const totals = await readTotals(db, dispatcher, shown);
  const rows = new Map((await findDays(db, dispatcher, shown)).map((row) => [row.courier_id, row]));
  const balances = grouped(await balancesOf(db, dispatcher, shown, null));
  const entered = new Map((await enteredOf(db, dispatcher, shown, null)).map((each) => [each.courierId, each]));
  const held = await heldCash(db, dispatcher, today);
  const couriers = await listCouriersOf(db, dispatcher);
  const { rows: doubts } = await sql<Doubt>`${doubtsIn(dispatcher, { from: shown, to: shown })}`.execute(db);
  const doubtOfCourier = new Map(doubts.map((doubt) => [doubt.courierId, doubt]));
  const inReview = await readInReview(db, dispatcher, shown);
  const limits = await db
    .selectFrom('offices')
    .select(['cash_limit as cashLimit', 'surplus_limit as surplusLimit'])
    .where('id', '=', dispatcher.officeId)
    .executeTakeFirstOrThrow();
  return {
    day: shown,
    couriers: couriers
      .filter(({ id }) => totals.has(id) || rows.has(id) || balances.has(id) || entered.has(id) || inReview.has(id))
      .map(({ id, name }) =>
        toMoney({
          courier: { id: String(id), name },
          row: rows.get(id),
          totals: totals.get(id) ?? NO_TOTALS,
          balances: balances.get(id) ?? [],
          entered: entered.get(id) ?? NO_ENTRIES,
          carried: held.get(id) ?? 0,
          isOver: shown < today,
          doubt: doubtOfCourier.get(id),
          inReview: inReview.get(id) ?? 0,
        }),
      ),
    ...limits,
    earlier: await readEarlier(db, dispatcher, shown),
  };
}

/** @returns the money of one courier, in the transaction of a change or outside of one. */
export async function readMoneyOf(
  db: Database,
  dispatcher: Dispatcher,
  { courierId, day }: { courierId: number; day: string },
  now: Date,
): Promise<CourierMoney> {
  const { id, name } = await requireCourier(db, dispatcher, courierId);
  const today = officeDay(now, dispatcher);
  const [entered] = await enteredOf(db, dispatcher, day, id);
  return toMoney({
    courier: { id: String(id), name },
    row: await findDay(db, dispatcher, { courierId: id, day }),
    totals: (await readTotals(db, dispatcher, day, id)).get(id) ?? NO_TOTALS,
    balances: await balancesOf(db, dispatcher, day, id),
    entered: entered ?? NO_ENTRIES,
    carried: (await heldCash(db, dispatcher, today, id)).get(id) ?? 0,
    isOver: day < today,
    doubt: await doubtOf(db, dispatcher, { courierId: id, day }),
    inReview: (await readInReview(db, dispatcher, day, id)).get(id) ?? 0,
  });
}

/** Everything that happened to the money, the newest first; collections themselves are in the payments. */
async function readMovements(
  db: Database,
  { officeId }: Where,
  { courierId, day }: { courierId: number; day: string },
): Promise<MoneyMovement[]> {
  const rows = await db
    .selectFrom('money_entries')
    .leftJoin('order_details', (join) =>
      join
        .onRef('order_details.office_id', '=', 'money_entries.office_id')
        .onRef('order_details.id', '=', 'money_entries.order_id'),
    )
    .selectAll('money_entries')
    .select('order_details.code')
    .where('money_entries.office_id', '=', officeId)
    .where('day', '=', day)
    .where('courier_id', '=', courierId)
    .where('what', '<>', 'cobro')
    .orderBy('money_entries.id')
    .execute();
  const undone = new Set(rows.flatMap(({ undoes }) => undoes ?? []));
  const acts = new Map<string, MoneyMovement>();
  for (const row of rows) {
    const act = acts.get(row.act) ?? {
      act: row.act,
      what: row.what,
      at: row.at.toISOString(),
      by: { username: row.by_username, user: row.by_user },
      lines: [],
      counted: null,
      note: null,
      undone: undone.has(row.act),
    };
    acts.set(row.act, act);
    const { means, source: from, target: to, amount, reason, code, operation } = row;
    if (means === null || amount === null) {
      act.counted = row.counted;
      act.note = row.note;
    } else act.lines.push({ means, from, to, amount, reason, code, operation });
  }
  return [...acts.values()].toReversed();
}

async function readPayments(
  db: Database,
  { officeId }: Where,
  key: { courierId: number; day: string },
): Promise<MoneyOfCourier['payments']> {
  const money = (await moneyOfOrders(db, { officeId }, key)).filter(({ held, account }) => held + account > 0);
  const ids = money.map(({ orderId }) => orderId);
  const orders = await db
    .selectFrom('order_details')
    .select(['id', 'code', 'client_name as client'])
    .where('office_id', '=', officeId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const numbers = await db
    .selectFrom('money_entries')
    .select(['order_id', 'means', 'operation'])
    .where('office_id', '=', officeId)
    .where('day', '=', key.day)
    .where('courier_id', '=', key.courierId)
    .where('target', '=', 'cuenta')
    .where('operation', 'is not', null)
    .orderBy('id')
    .execute();
  // The newest replaces earlier ones.
  const numberOf = new Map(numbers.map(({ order_id: id, means, operation }) => [`${id} ${means}`, operation]));
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  return money
    .map(({ orderId, means, held, account }) => ({
      orderId: String(orderId),
      code: orderOf.get(orderId)?.code ?? '',
      client: orderOf.get(orderId)?.client ?? '',
      means,
      amount: held + account,
      inAccount: held === 0,
      operation: held === 0 ? (numberOf.get(`${orderId} ${means}`) ?? null) : null,
    }))
    .toSorted((one, other) => one.means.localeCompare(other.means) || one.code.localeCompare(other.code));
}

/** @returns the money of a courier with all that happened to it. @throws Refusal not-found. */
export async function readMoneyOfCourier(
  { db, clock }: Pick<WorkServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  key: { courierId: number; day: string },
): Promise<MoneyOfCourier> {
  const money = await readMoneyOf(db, dispatcher, key, clock());
  return {
    money,
    day: key.day,
    ...(await readOfficeNames(db, dispatcher.officeId)),
    movements: await readMovements(db, dispatcher, key),
    payments: await readPayments(db, dispatcher, key),
  };
}
