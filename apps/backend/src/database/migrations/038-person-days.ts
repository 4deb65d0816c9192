import { type Kysely, sql } from 'kysely';

/**
 * How much each person changed and read in a day, so that nobody can fill the tables or copy all orders: in two tables,
 * because a long import locks the row of its person's changes, and must not keep that person from reading. Also an index
 * to count the starts and ends of a courier's day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person_days (
      company_id text not null references companies (id),
      person text not null,
      day text not null,
      changes bigint not null default 0,
      primary key (company_id, person, day)
    )`.execute(db);
  await sql`create index person_days_day on person_days (day)`.execute(db);
  await sql`
    create table person_reads (
      company_id text not null references companies (id),
      person text not null,
      day text not null,
      orders_read bytea,
      reported boolean not null default false,
      primary key (company_id, person, day)
    )`.execute(db);
  await sql`create index person_reads_day on person_reads (day)`.execute(db);
  await sql`create index courier_acts_day on courier_acts (office_id, courier_id, day)`.execute(db);
}
