import { type Kysely, sql } from 'kysely';

/**
 * The life of a user's account. Users keep their row for ever, because what they did refers to it: who left is retired,
 * and who asks for it loses name and username (`erased_at`). The last sign-in has a table of its own, because a change
 * of the user's row makes every gateway ask for the account again. Profiles are sets of modules with a name.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    `alter table users
      add column state text not null default 'active' check (state in ('active', 'disabled', 'retired')),
      add column version integer not null default 1,
      add column erased_at timestamptz`,
    `create table sign_ins (
      user_id text primary key references users (id) on delete cascade,
      at timestamptz not null
    )`,
    `create table profiles (
      id bigint generated always as identity primary key,
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      version integer not null default 1,
      name text not null,
      modules text[] not null
    )`,
    'create index profiles_of_office on profiles (office_id)',
    // Looked for before a person is disabled.
    'create index attention_lines_taken on attention_lines (taken_person) where closed_at is null and taken_person is not null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
