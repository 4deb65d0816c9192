import { type Kysely, sql } from 'kysely';

/** Index for the references of senders that are not clients, checked for each manually entered order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_reference_by_name on orders (company_id, client_reference)
    where client_id is null and client_reference is not null`.execute(db);
}
