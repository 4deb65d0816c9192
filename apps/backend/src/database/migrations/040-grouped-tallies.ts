import { type Kysely, sql } from 'kysely';

/** Rows before (-1) and after (+1) a statement, as its trigger sees them. */
const CHANGED = {
  insert: 'select became.*, 1 as change from became',
  update: 'select was.*, -1 as change from was union all select became.*, 1 as change from became',
  delete: 'select was.*, -1 as change from was',
} as const;

/** Both halves of those rows, as in 009-order-progress, with the courier. */
const HALVES = {
  order_progress: (changed: string) =>
    `select details.*, progress.state, progress.due_at, progress.courier_id, progress.change
    from (${changed}) as progress join order_details as details
      on details.office_id = progress.office_id and details.id = progress.order_id`,
  order_details: (changed: string) =>
    `select details.*, progress.state, progress.due_at, progress.courier_id
    from (${changed}) as details join order_progress as progress
      on progress.office_id = details.office_id and progress.order_id = details.id`,
} as const;

const KIND = 'date, state, due_at, with_collection, with_note, without_evidence';

/** The kind of each order, as in 004-tallies, and the values it is grouped by. */
const kinds = (orders: string): string => `
  select company_id, office_id, date, state,
    case when state in ('pendiente', 'asignada', 'en_ruta') then due_at else 'infinity' end as due_at,
    collect_due is not null as with_collection, note is not null as with_note,
    state = 'entregada' and evidence = 0 as without_evidence, ubigeo, client_id, courier_id, change
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

async function keepTallies<S>(
  db: Kysely<S>,
  table: keyof typeof HALVES,
  operation: keyof typeof CHANGED,
): Promise<void> {
  const changed = kinds(HALVES[table](CHANGED[operation]));
  await sql
    .raw(
      `create or replace function tally_${table}_on_${operation}() returns trigger language plpgsql as $$
      declare
        emptied_offices text[];
        emptied_dates text[];
        emptied_groups text[];
      begin
        -- Planned anew each time: a plan made for a whole import would go on reading all orders for a change of one.
        execute $tally$
          with changed as materialized (${changed}),
          tallied as (${addTallies} returning tally.office_id, tally.date, tally.orders),
          grouped as (${addGrouped} returning tally.office_id, tally.grouped_by, tally.value, tally.date, tally.orders)
          select
            (select array_agg(office_id) from tallied where orders = 0),
            (select array_agg(date) from tallied where orders = 0),
            (select array_agg(array[office_id, grouped_by, value, date]) from grouped where orders = 0)
        $tally$ into emptied_offices, emptied_dates, emptied_groups;
        if emptied_offices is not null then
          delete from order_tallies
          where office_id = any(emptied_offices) and date = any(emptied_dates) and orders = 0;
        end if;
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

/**
 * Order counts by kind for each district, client and courier, so that filters on one of them are counted without
 * reading its orders. The existing triggers keep them, and the table of the office's own counts stays as small as it is.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create table grouped_tallies (
      company_id text not null,
      office_id text not null,
      grouped_by text not null,
      value text not null,
      date text not null,
      state text not null,
      due_at timestamptz not null,
      with_collection boolean not null,
      with_note boolean not null,
      without_evidence boolean not null,
      orders integer not null,
      primary key (office_id, grouped_by, value, date, state, due_at, with_collection, with_note, without_evidence)
    )`.execute(db);
  await sql.raw(`with changed as (${kinds('select orders.*, 1 as change from orders')}) ${addGrouped}`).execute(db);
  await keepTallies(db, 'order_progress', 'insert');
  await keepTallies(db, 'order_progress', 'update');
  await keepTallies(db, 'order_progress', 'delete');
  await keepTallies(db, 'order_details', 'update');
}
