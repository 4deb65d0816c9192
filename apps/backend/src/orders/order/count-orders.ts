import {
  type Choice,
  type CountedByState,
  emptyFilter,
  MAX_COUNTED,
  ORDER_FLAG_CODES,
  type OrderCounts,
  type OrderFilter,
  ORDER_STATE_CODES,
  type OrdersByState,
  type OrderState,
} from '@despacho/contracts/dispatch';
import { sql, type RawBuilder } from 'kysely';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type OrderServices } from '../services.ts';
import { type Database } from '#platform/database/open-database.ts';
import { filterCondition, flagCondition, foundByIndex, searchAlone, textCondition } from './filter-orders.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';

/** Rows of tallies under the column names of orders, so that conditions on orders also apply to them. */
const likeOrders = (tallies: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select company_id, office_id, date, state, due_at, orders as tally,
    case when with_collection then 1 end as collect_due,
    case when with_note then '' end as note,
    case when without_evidence then 0 else 1 end as evidence
  from ${tallies}) as orders`;

/** The choices that have tallies, with their name there. */
const GROUPS = { districts: 'district', clients: 'client', couriers: 'courier' } as const;

type Group = keyof typeof GROUPS;

/** The choices that no tally of the counters has. */
const UNTALLIED = ['zones', 'reasons', 'promises', 'hours'] as const satisfies (keyof OrderFilter)[];

/** The flag that no tally has. Its orders are open, so that they are few and have an index. */
const UNTALLIED_FLAG = 'por_ubicar';

const isChosen = ({ is, not }: Choice): boolean => is.length + not.length > 0;

/** The tallies of the orders with certain values. */
const groupedTallies = (group: Group, values: readonly string[]): RawBuilder<unknown> => sql`
  grouped_tallies where grouped_by = ${GROUPS[group]} and value = any(${values}::text[])`;

/** The tallies of a choice: of its values, or of the whole office minus the values it excludes. */
function talliesOf(group: Group, { is, not }: Choice): RawBuilder<unknown> {
  if (is.length > 0)
    return sql`(select * from ${groupedTallies(
      group,
      is.filter((value) => !not.includes(value)),
    )}) as tallies`;
  const kind = sql`company_id, office_id, date, state, due_at, with_collection, with_note, without_evidence`;
  return sql`(
    select ${kind}, orders from order_tallies
    union all select ${kind}, -orders from ${groupedTallies(group, not)}) as tallies`;
}

/** Where the orders of a filter are counted. */
interface Counted {
  source: RawBuilder<unknown>;
  /** Selects them in the source. */
  filter: OrderFilter;
  /** Counts them: null, not 0, if there are none. */
  count: RawBuilder<number>;
  /** Whether each order is a row of the source. Tallies are a few rows per day. */
  isOneByOne: boolean;
}

/**
 * @returns where to count the orders of a filter: in the tallies, or one by one if it has a search, a batch, a choice
 * without tallies, or choices of more than one group.
 */
export function countedIn(filter: OrderFilter): Counted {
  const groups = (Object.keys(GROUPS) as Group[]).filter((group) => isChosen(filter[group]));
  const [group] = groups;
  const isSearched = filter.search !== undefined && textCondition(filter.search) !== undefined;
  const { is, not } = filter.flags;
  const isUntallied = UNTALLIED.some((field) => isChosen(filter[field])) || [...is, ...not].includes(UNTALLIED_FLAG);
  if (isSearched || isUntallied || filter.batch !== undefined || groups.length > 1)
    return { source: sql`orders`, filter, count: sql`count(*)`, isOneByOne: true };
  const count = sql<number>`sum(orders.tally)`;
  if (group === undefined) return { source: likeOrders(sql`order_tallies`), filter, count, isOneByOne: false };
  const others = { ...filter, [group]: emptyFilter()[group] };
  return { source: likeOrders(talliesOf(group, filter[group])), filter: others, count, isOneByOne: false };
}

/**
 * Finds the orders of a search. The planner cannot estimate how many these are, and would join all orders to count a few.
 * @returns their ids as the text of an array; undefined if there are more than `most`.
 */
async function findAll(db: Database, office: OfficeKey, search: string, most: number): Promise<string | undefined> {
  const found = foundByIndex(office, textCondition(search) ?? sql`true`);
  const { rows } = await sql<{ ids: string | null }>`
    select case when count(*) <= ${most}::integer then coalesce(array_agg(order_id), '{}')::text end as ids
    from (select order_id from (${found}) as all_found limit ${most + 1}) as found`.execute(db);
  return rows[0]?.ids ?? undefined;
}

/** What to count, and the clause that selects it. */
interface Counting {
  count: RawBuilder<number>;
  from: RawBuilder<unknown>;
  /** A larger result is incomplete. */
  most: number;
  isOneByOne: boolean;
}

/** What the conditions of flags and states read. */
const COUNTED = sql`state, due_at, collect_due, note, evidence, approximate, place_radius, place_contested`;

/** @returns undefined if there are more than `most` orders, which are counted one by one. */
async function countingOf(
  { db }: OrderServices,
  dispatcher: Dispatcher,
  filter: OrderFilter,
  { now, most }: { now: Date; most: number },
): Promise<Counting | undefined> {
  const { source, filter: rest, count, isOneByOne } = countedIn(filter);
  if (!isOneByOne)
    return {
      count,
      from: sql`from ${source} where ${filterCondition(dispatcher, rest, now)}`,
      most: Infinity,
      isOneByOne,
    };
  const search = searchAlone(filter);
  if (search === undefined) {
    const some = sql`
      select ${COUNTED} from orders where ${filterCondition(dispatcher, filter, now)} limit ${most + 1}`;
    return { count, from: sql`from (${some}) as orders`, most, isOneByOne };
  }
  const ids = await findAll(db, dispatcher, search, most);
  if (ids === undefined) return undefined;
  // Looked up one by one: for thousands of ids, the planner would read all orders. Each half needs its own condition.
  const each = sql`
    select ${COUNTED} from orders
    where ${inOffice(dispatcher, 'orders')} and orders.id = found.id and orders.order_id = found.id limit 1`;
  const from = sql`from unnest(${ids}::bigint[]) as found (id) cross join lateral (${each}) as orders`;
  return { count, from, most, isOneByOne };
}

/**
 * @param most orders that are counted one by one at most.
 * @returns how many orders match a filter, and how many would with each chip.
 */
export async function countOrders(
  services: OrderServices,
  dispatcher: Dispatcher,
  filter: OrderFilter,
  most = MAX_COUNTED,
): Promise<OrderCounts> {
  const now = services.clock();
  const over = { total: most, more: true, flags: null } as const;
  const counting = await countingOf(services, dispatcher, filter, { now, most });
  if (!counting) return over;
  const { count, from, isOneByOne } = counting;
  const counts = ORDER_FLAG_CODES.map((flag) =>
    flag === UNTALLIED_FLAG && !isOneByOne
      ? sql`(
          select count(*) from orders where ${filterCondition(dispatcher, filter, now)} and ${flagCondition(flag, now)}
        ) as ${sql.ref(flag)}`
      : sql`coalesce(${count} filter (where ${flagCondition(flag, now)}), 0) as ${sql.ref(flag)}`,
  );
  const { rows } = await sql<Record<(typeof ORDER_FLAG_CODES)[number] | 'total', number>>`
    select coalesce(${count}, 0) as total, ${sql.join(counts)} ${from}`.execute(services.db);
  const { total = 0, ...flags } = rows[0] ?? {};
  return total > counting.most ? over : { total, flags: flags as NonNullable<OrderCounts['flags']> };
}

/**
 * @param most as in `countOrders`.
 * @returns how many orders of a filter are in each state, counted together, so that the numbers add up to the total.
 */
export async function countByState(
  services: OrderServices,
  dispatcher: Dispatcher,
  filter: OrderFilter,
  most = MAX_COUNTED,
): Promise<CountedByState> {
  const over = { total: most, more: true, states: null } as const;
  const counting = await countingOf(services, dispatcher, filter, { now: services.clock(), most });
  if (!counting) return over;
  const { rows } = await sql<StateCount>`
    select state, ${counting.count} as orders ${counting.from} group by state`.execute(services.db);
  const counted = ordersByState(rows);
  return counted.total > counting.most ? over : counted;
}

/** @returns the counts of all states, also of those without orders, and their sum. */
function ordersByState(rows: readonly StateCount[]): OrdersByState {
  const found = new Map(rows.map(({ state, orders }) => [state, orders]));
  const states = Object.fromEntries(ORDER_STATE_CODES.map((state) => [state, found.get(state) ?? 0]));
  const total = rows.reduce((sum, { orders }) => sum + orders, 0);
  return { total, states: states as OrdersByState['states'] };
}

interface StateCount {
  state: OrderState;
  orders: number;
}
