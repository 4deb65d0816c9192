import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the orders of a district and of a client, which the tallies do not distinguish: counters then scan only
 * these orders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_district on orders (office_id, ubigeo, id)`.execute(db);
  await sql`
    create index orders_of_client on orders (office_id, client_id, id) where client_id is not null`.execute(db);
}
