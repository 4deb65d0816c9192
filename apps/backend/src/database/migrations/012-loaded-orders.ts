import { type Kysely, sql } from 'kysely';

/** Index for the orders with couriers: about a day's worth, regardless of the office's size. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create index order_progress_loaded on order_progress (office_id, courier_id, order_id)
    where state in ('asignada', 'en_ruta')`.execute(db);
}
