import { type Kysely, sql } from 'kysely';

/** Rows before (-1) and after (+1) a statement, as its trigger sees them. */
const CHANGED = {
  insert: 'select became.*, 1 as change from became',
  update: 'select was.*, -1 as change from was union all select became.*, 1 as change from became',
  delete: 'select was.*, -1 as change from was',
} as const;

/** The columns that tallies need of the half that did not change. */
const DETAILS = `details.company_id, details.office_id, details.date, details.collect_due, details.note,
  details.evidence, details.ubigeo, details.client_id, details.promised_from, details.promised_to,
  details.promised_hour`;
const PROGRESS = 'progress.state, progress.due_at, progress.courier_id, progress.closed_at';

/** Both halves of those rows, as in 040-grouped-tallies. */
const HALVES = {
  order_progress: (changed: string) =>
    `select ${DETAILS}, ${PROGRESS}, progress.change
    from (${changed}) as progress join order_details as details
      on details.office_id = progress.office_id and details.id = progress.order_id`,
  order_details: (changed: string) =>
    `select ${DETAILS}, ${PROGRESS}, details.change
    from (${changed}) as details join order_progress as progress
      on progress.office_id = details.office_id and progress.order_id = details.id`,
} as const;

const KIND = 'date, state, due_at, with_collection, with_note, without_evidence';
const PROMISE = 'date, hour, promised_to, met';

/** The width of a slot: `COURSE_MINUTES`. */
const SLOT = "interval '15 minutes'";

/** The kind of each order, as in 040-grouped-tallies, when it was closed, and what became of its first window. */
const kinds = (orders: string): string => `
  select company_id, office_id, date, state,
    case when state in ('pendiente', 'asignada', 'en_ruta') then due_at else 'infinity' end as due_at,
    collect_due is not null as with_collection, note is not null as with_note,
    state = 'entregada' and evidence = 0 as without_evidence, ubigeo, client_id, courier_id,
    case when closed_at is not null then date_bin(${SLOT}, closed_at, timestamptz '2020-01-01 00:00Z') end as slot,
    case when state <> 'anulada' then promised_to end as promised_to, promised_hour as hour,
    coalesce(state = 'entregada' and closed_at between promised_from and promised_to, false) as met, change
  from (${orders}) as orders`;

/** Sums of zero are dropped, and keys sorted, as in 004-tallies. */
const addTallies = `
  insert into order_tallies as tally (company_id, office_id, ${KIND}, orders)
  select company_id, office_id, ${KIND}, sum(change)
  from changed
  group by company_id, office_id, ${KIND} having sum(change) <> 0
  order by office_id, ${KIND}
  on conflict (office_id, ${KIND}) do update set orders = tally.orders + excluded.orders`;

const addGrouped = `
  insert into grouped_tallies as tally (company_id, office_id, grouped_by, value, ${KIND}, orders)
  select company_id, office_id, grouped_by, value, ${KIND}, sum(change)
  from changed cross join lateral
    (values ('district', ubigeo), ('client', client_id), ('courier', courier_id::text)) as groups (grouped_by, value)
  where value is not null
  group by company_id, office_id, grouped_by, value, ${KIND} having sum(change) <> 0
  order by office_id, grouped_by, value, ${KIND}
  on conflict (office_id, grouped_by, value, ${KIND}) do update set orders = tally.orders + excluded.orders`;

const addClosings = `
  insert into closing_tallies as tally (company_id, office_id, date, slot, state, orders)
  select company_id, office_id, date, slot, state, sum(change)
  from changed where slot is not null
  group by company_id, office_id, date, slot, state having sum(change) <> 0
  order by office_id, date, slot, state
  on conflict (office_id, date, slot, state) do update set orders = tally.orders + excluded.orders`;

const addPromises = `
  insert into promise_tallies as tally (company_id, office_id, ubigeo, ${PROMISE}, orders)
  select company_id, office_id, district, ${PROMISE}, sum(change)
  from changed cross join lateral (values (''), (ubigeo)) as districts (district)
  where promised_to is not null
  group by company_id, office_id, district, ${PROMISE} having sum(change) <> 0
  order by office_id, district, ${PROMISE}
  on conflict (office_id, ubigeo, ${PROMISE}) do update set orders = tally.orders + excluded.orders`;

/** The tallies that days lose rows of, each with the name under which its changed rows are collected. */
const EMPTIED = { tallied: 'order_tallies', closed: 'closing_tallies', promised: 'promise_tallies' } as const;

async function keepTallies<S>(
  db: Kysely<S>,
  table: keyof typeof HALVES,
  operation: keyof typeof CHANGED,
): Promise<void> {
  const changed = kinds(HALVES[table](CHANGED[operation]));
  const names = Object.keys(EMPTIED) as (keyof typeof EMPTIED)[];
  await sql
    .raw(
      `create or replace function tally_${table}_on_${operation}() returns trigger language plpgsql as $$
      declare
        ${names.map((name) => `emptied_${name} text[];`).join(' ')}
        emptied_groups text[];
      begin
        -- Planned anew each time: a plan made for a whole import would go on reading all orders for a change of one.
        execute $tally$
          with changed as materialized (${changed}),
          tallied as (${addTallies} returning tally.office_id, tally.date, tally.orders),
          grouped as (${addGrouped} returning tally.office_id, tally.grouped_by, tally.value, tally.date, tally.orders),
          closed as (${addClosings} returning tally.office_id, tally.date, tally.orders),
          promised as (${addPromises} returning tally.office_id, tally.date, tally.orders)
          select ${names.map((name) => `(select array_agg(distinct array[office_id, date]) from ${name} where orders = 0)`).join(', ')},
            (select array_agg(array[office_id, grouped_by, value, date]) from grouped where orders = 0)
        $tally$ into ${names.map((name) => `emptied_${name}`).join(', ')}, emptied_groups;
        ${names
          .map(
            (name) => `if emptied_${name} is not null then
          delete from ${EMPTIED[name]} as tally
          using generate_series(1, array_length(emptied_${name}, 1)) as n
          where tally.office_id = emptied_${name}[n][1] and tally.date = emptied_${name}[n][2] and tally.orders = 0;
        end if;`,
          )
          .join('\n        ')}
        if emptied_groups is not null then
          delete from grouped_tallies as tally
          using generate_series(1, array_length(emptied_groups, 1)) as n
          where tally.office_id = emptied_groups[n][1] and tally.grouped_by = emptied_groups[n][2]
            and tally.value = emptied_groups[n][3] and tally.date = emptied_groups[n][4] and tally.orders = 0;
        end if;
        return null;
      end $$`,
    )
    .execute(db);
}

/** Appends columns of `order_details` to the view `orders`, whatever columns it has. */
async function appendToView(db: Kysely<unknown>, added: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; ofProgress: boolean }>`
    select shown.column_name as name, exists (
      select from information_schema.columns as progress
      where progress.table_schema = shown.table_schema and progress.table_name = 'order_progress'
        and progress.column_name = shown.column_name and shown.column_name <> 'office_id') as "ofProgress"
    from information_schema.columns as shown
    where shown.table_schema = current_schema() and shown.table_name = 'orders'
    order by shown.ordinal_position`.execute(db);
  const columns = [
    ...rows.map(({ name, ofProgress }) => `${ofProgress ? 'progress' : 'details'}.${name}`),
    ...added.map((name) => `details.${name}`),
  ];
  await sql
    .raw(
      `create or replace view orders as select ${columns.join(', ')}
      from order_details as details join order_progress as progress
        on progress.office_id = details.office_id and progress.order_id = details.id`,
    )
    .execute(db);
}

/**
 * What the Dashboard counts. Orders keep the first time window that they were promised, of the day they were promised
 * for. Two more tallies count the closed orders of a day by the quarter of an hour, and its promises by their end, in
 * the office (`ubigeo` is empty) and in each district. An index lists the groups of one day.
 *
 * Rewrites the order's details once, as 044 did the progress: this leaves no dead rows and fires no triggers. Windows
 * that were changed before count as they are now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function promised_at(office text, day text, time_of_day text) returns timestamptz stable language sql as $$
      select (day || ' ' || time_of_day)::timestamp at time zone (select time_zone from offices where id = office)
    $$`.execute(db);
  await sql`
    alter table order_details add column promised_from text, add column promised_to text,
      add column promised_hour text`.execute(db);
  await sql`
    alter table order_details
      alter column promised_from type timestamptz using case when window_from is not null
        then promised_at(office_id, coalesce(first_date, date), window_from) end,
      alter column promised_to type timestamptz using case when window_to is not null
        then promised_at(office_id, coalesce(first_date, date), window_to) end,
      alter column promised_hour type text using left(window_from, 2)`.execute(db);
  await sql`drop function promised_at(text, text, text)`.execute(db);
  await appendToView(db, ['promised_from', 'promised_to', 'promised_hour']);
  await sql`
    create table closing_tallies (
      company_id text not null,
      office_id text not null,
      date text not null,
      slot timestamptz not null,
      state text not null,
      orders integer not null,
      primary key (office_id, date, slot, state)
    )`.execute(db);
  await sql`
    create table promise_tallies (
      company_id text not null,
      office_id text not null,
      ubigeo text not null,
      date text not null,
      hour text not null,
      promised_to timestamptz not null,
      met boolean not null,
      orders integer not null,
      primary key (office_id, ubigeo, date, hour, promised_to, met)
    )`.execute(db);
  await sql`create index promise_tallies_of_day on promise_tallies (office_id, date)`.execute(db);
  await sql`create index grouped_tallies_of_day on grouped_tallies (office_id, grouped_by, date)`.execute(db);
  const all = kinds('select orders.*, 1 as change from orders');
  await sql.raw(`with changed as (${all}) ${addClosings}`).execute(db);
  await sql.raw(`with changed as (${all}) ${addPromises}`).execute(db);
  await keepTallies(db, 'order_progress', 'insert');
  await keepTallies(db, 'order_progress', 'update');
  await keepTallies(db, 'order_progress', 'delete');
  await keepTallies(db, 'order_details', 'update');
  // The rewrite discards the statistics. Not for a new database, whose tables are empty.
  const { rows } = await sql`select from order_details limit 1`.execute(db);
  if (rows.length > 0) await sql`analyze order_details`.execute(db);
}
