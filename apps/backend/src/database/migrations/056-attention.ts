import { type Kysely, sql } from 'kysely';

/**
 * «Por atender»: its lines, what people did with them, when each office was last searched, and the rules of an office.
 * Also the indexes for two of its kinds: payments that differ, and reassignments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table offices add column attention jsonb`.execute(db);
  await sql`
    create table attention_boards (
      company_id text not null references companies (id),
      office_id text primary key references offices (id),
      swept_at timestamptz not null,
      swept_position bigint not null,
      revision bigint not null default 1
    )`.execute(db);
  await sql`
    create table attention_lines (
      id bigint generated always as identity,
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      subject text not null check (subject in ('orden', 'repartidor')),
      subject_id bigint not null,
      since timestamptz not null,
      rank smallint not null,
      kinds text[] not null,
      causes jsonb not null,
      version integer not null default 1,
      taken_at timestamptz,
      taken_person text,
      taken_username text,
      taken_user text,
      snoozed_until timestamptz,
      snoozed_username text,
      snoozed_user text,
      closed_at timestamptz,
      primary key (office_id, id),
      check ((taken_at is null) = (taken_person is null)),
      check ((snoozed_until is null) = (snoozed_username is null))
    )`.execute(db);
  await sql`
    create unique index attention_lines_open on attention_lines (office_id, subject, subject_id)
    where closed_at is null`.execute(db);
  await sql`
    create index attention_lines_closed on attention_lines (office_id, closed_at, id)
    where closed_at is not null`.execute(db);
  await sql`
    create table attention_acts (
      office_id text not null,
      id bigint generated always as identity,
      line_id bigint not null,
      act text not null,
      at timestamptz not null,
      username text not null,
      user_name text not null,
      until timestamptz,
      primary key (office_id, id),
      foreign key (office_id, line_id) references attention_lines (office_id, id) on delete cascade
    )`.execute(db);
  await sql`create index attention_acts_line on attention_acts (office_id, line_id)`.execute(db);
  await sql`
    create index order_progress_differing on order_progress (office_id, visit_day)
    where difference is not null`.execute(db);
  await sql`
    create index events_reassigned on events (office_id, at, order_id)
    where type = 'order.changed' and data ->> 'what' = 'reasignada'`.execute(db);
}
