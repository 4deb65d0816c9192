import { type Kysely, sql } from 'kysely';

/** «Relevo»: notes between shifts, and who has read them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shift_notes (
      id bigint generated always as identity,
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      at timestamptz not null,
      person text not null,
      username text not null,
      user_name text not null,
      text text not null,
      primary key (office_id, id)
    )`.execute(db);
  await sql`create index shift_notes_age on shift_notes (office_id, at)`.execute(db);
  await sql`
    create table shift_reads (
      office_id text not null,
      note_id bigint not null,
      person text not null,
      at timestamptz not null,
      username text not null,
      user_name text not null,
      primary key (office_id, note_id, person),
      foreign key (office_id, note_id) references shift_notes (office_id, id) on delete cascade
    )`.execute(db);
}
