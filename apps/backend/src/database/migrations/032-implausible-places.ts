import { type Kysely, sql } from 'kysely';

/** Stores where the service starts to check the places of existing orders (`mark-implausible.ts`). */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    insert into meta (key, value)
    select 'places_to_judge_up_to', max(id)::text from order_details having count(*) > 0`.execute(db);
}
