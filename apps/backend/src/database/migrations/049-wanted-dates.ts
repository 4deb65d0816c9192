import { type Kysely, sql } from 'kysely';

/**
 * Stores with an order the date that its recipient asked for at the door, so that lists and events contain it. Orders
 * that have not been visited again since get that of their last visit.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`alter table order_progress add column wanted text`.execute(db);
  await sql`
    update order_progress as progress set wanted = visits.wanted
    from field_visits as visits
    where progress.state = 'no_entregada' and visits.office_id = progress.office_id
      and visits.order_id = progress.order_id and visits.attempt = progress.attempt and visits.wanted is not null
      and visits.reason = progress.reason and visits.state in ('aplicada', 'aceptada')`.execute(db);
  // The view's own definition, with one more column at its end.
  await sql`
    do $$ begin
      execute 'create or replace view orders as '
        || regexp_replace(pg_get_viewdef('orders'), '\\s+from\\s+', ', progress.wanted from ', 'i');
    end $$`.execute(db);
}
