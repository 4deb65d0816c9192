import { type Kysely, sql } from 'kysely';

/** The limit of expenses by which a day was confirmed, in céntimos. Null for a day confirmed before there was one. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`alter table courier_days add column expense_limit bigint`.execute(db);
}
