import { type Kysely, sql } from 'kysely';

/** How many orders each person has exported per day, and the number each ticket has counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table export_days (
      company_id text not null references companies (id),
      person text not null,
      day text not null,
      orders bigint not null check (orders >= 0),
      primary key (company_id, person, day)
    )`.execute(db);
  // A ticket lives for a minute, so existing ones need no count.
  await sql`alter table export_tickets add column day text not null default '', add column orders bigint not null default 0`.execute(
    db,
  );
}
