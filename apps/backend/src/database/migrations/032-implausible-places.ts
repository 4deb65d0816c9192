import { type Kysely, sql } from 'kysely';

/** Marks where the service begins to judge the places of orders from before they were judged (`mark-implausible.ts`). */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    insert into meta (key, value)
    select 'places_to_judge_up_to', max(id)::text from order_details having count(*) > 0`.execute(db);
}
