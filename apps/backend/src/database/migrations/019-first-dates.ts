import { type Kysely, sql } from 'kysely';

/**
 * Stores the first day of an order that was moved, by which imports recognise it, and the province of an office. Orders
 * moved before this are not recognised on their first day. The index is empty at first: building it reads the table
 * once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_details add column first_date text`.execute(db);
  await sql`
    create index order_details_first_date on order_details (office_id, first_date)
    where first_date is not null`.execute(db);
  await sql`alter table offices add column province text`.execute(db);
}
