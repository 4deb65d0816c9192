import { type Kysely, sql } from 'kysely';

/** The references of senders that are no client, looked for whenever an order is written by hand: few, among all orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_reference_by_name on orders (company_id, client_reference)
    where client_id is null and client_reference is not null`.execute(db);
}
