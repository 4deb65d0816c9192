import { type Kysely, sql } from 'kysely';

/**
 * How much each person changed and read in a day, so that nobody can fill the tables or copy all orders. Also an index
 * to count the starts and ends of a courier's day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person_days (
      company_id text not null references companies (id),
      person text not null,
      day text not null,
      changes bigint not null default 0,
      orders_read bytea,
      reported boolean not null default false,
      primary key (company_id, person, day)
    )`.execute(db);
  await sql`create index person_days_day on person_days (day)`.execute(db);
  await sql`create index courier_acts_day on courier_acts (office_id, courier_id, day)`.execute(db);
}
