import { type Kysely, sql } from 'kysely';

/** Rows before (-1) and after (+1) a statement, as its trigger sees them. */
const CHANGED = {
  insert: 'select orders.*, 1 as change from became as orders',
  update:
    'select orders.*, -1 as change from was as orders union all select orders.*, 1 as change from became as orders',
  delete: 'select orders.*, -1 as change from was as orders',
} as const;

const SEEN = {
  insert: 'referencing new table as became',
  update: 'referencing old table as was new table as became',
  delete: 'referencing old table as was',
} as const;

/**
 * Sums the changes per counter key. The due time matters only for open orders. Sums of zero are dropped: most changes
 * only reassign an order. Keys are sorted, so that concurrent writers cannot deadlock.
 */
const added = (changed: string): string => `
  insert into order_tallies as tally
    (company_id, office_id, date, state, due_at, with_collection, with_note, without_evidence, orders)
  select company_id, office_id, date, state,
    case when state in ('pendiente', 'asignada', 'en_ruta') then due_at else 'infinity' end,
    collect_due is not null, note is not null, state = 'entregada' and evidence = 0, sum(change)
  from (${changed}) as changed
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(change) <> 0
  order by 2, 3, 4, 5, 6, 7, 8
  on conflict (office_id, date, state, due_at, with_collection, with_note, without_evidence)
  do update set orders = tally.orders + excluded.orders`;

/**
 * Order counts by kind, maintained by triggers in the transaction that changes the orders: counters then sum a few rows
 * per day instead of scanning orders. Also adds an index for the orders of a day.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create table order_tallies (
      company_id text not null,
      office_id text not null,
      date text not null,
      state text not null,
      due_at timestamptz not null,
      with_collection boolean not null,
      with_note boolean not null,
      without_evidence boolean not null,
      orders integer not null,
      primary key (office_id, date, state, due_at, with_collection, with_note, without_evidence)
    )`.execute(db);
  await sql.raw(added('select orders.*, 1 as change from orders')).execute(db);
  for (const operation of ['insert', 'update', 'delete'] as const) {
    // Removes rows that reach zero immediately: otherwise each day would leave one per due time.
    await sql
      .raw(
        `create function tally_orders_on_${operation}() returns trigger language plpgsql as $$
        declare
          emptied_offices text[];
          emptied_dates text[];
        begin
          with tallied as (${added(CHANGED[operation])} returning tally.office_id, tally.date, tally.orders)
          select array_agg(office_id), array_agg(date) into emptied_offices, emptied_dates
          from tallied where orders = 0;
          if emptied_offices is not null then
            delete from order_tallies
            where office_id = any(emptied_offices) and date = any(emptied_dates) and orders = 0;
          end if;
          return null;
        end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger tally_on_${operation} after ${operation} on orders ${SEEN[operation]}
        for each statement execute function tally_orders_on_${operation}()`,
      )
      .execute(db);
  }
  await sql`create index orders_day on orders (office_id, date, id)`.execute(db);
}
