import { type Kysely, sql } from 'kysely';

/** Couriers' working days with their confirmed totals, the requests already carried out, and notes for couriers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table courier_days (
      company_id text not null references companies (id),
      office_id text not null,
      courier_id bigint not null,
      day text not null,
      started_at timestamptz,
      ended_at timestamptz,
      unsent integer,
      confirmed_at timestamptz,
      confirmed_username text,
      confirmed_user text,
      totals jsonb,
      primary key (office_id, courier_id, day),
      foreign key (office_id, courier_id) references couriers (office_id, id),
      check ((confirmed_at is null) = (totals is null)),
      check ((confirmed_at is null) = (confirmed_username is null)),
      check ((confirmed_at is null) = (confirmed_user is null)),
      check ((ended_at is null) = (unsent is null))
    )`.execute(db);
  await sql`create index courier_days_of_day on courier_days (office_id, day)`.execute(db);
  await sql`
    create table courier_acts (
      office_id text not null,
      id uuid not null,
      courier_id bigint not null,
      day text not null,
      primary key (office_id, id),
      foreign key (office_id, courier_id) references couriers (office_id, id)
    )`.execute(db);
  await sql`
    create table courier_notes (
      id bigint generated always as identity unique,
      company_id text not null references companies (id),
      office_id text not null,
      order_id bigint not null,
      text text not null,
      at timestamptz not null,
      by_username text not null,
      by_user text not null,
      read_at timestamptz,
      read_by bigint,
      primary key (office_id, order_id),
      foreign key (office_id, order_id) references order_details (office_id, id),
      foreign key (office_id, read_by) references couriers (office_id, id)
    )`.execute(db);
  // For the totals of a day.
  await sql`
    create index order_progress_closed on order_progress (office_id, closed_at)
    where closed_at is not null`.execute(db);
}
