import { type Kysely, sql } from 'kysely';

/** What is with couriers now: a day's worth, however many orders the office has had. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create index order_progress_loaded on order_progress (office_id, courier_id, order_id)
    where state in ('asignada', 'en_ruta')`.execute(db);
}
