import { type Kysely, sql } from 'kysely';

/**
 * Searched texts contain the order's district. Existing ones are completed while the service runs (`add-districts.ts`),
 * because the index makes it minutes for a million orders: this is where that begins, from the newest order backwards.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    insert into meta (key, value)
    select 'search_without_district_up_to', max(order_id)::text from order_search having count(*) > 0`.execute(db);
}
