import { type Kysely, sql } from 'kysely';

/**
 * Passwords that somebody else chose must be changed at the first sign-in. And links with which a person chooses a new
 * password: one of each user, used once. Only a hash of the secret is stored.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    alter table users
      add column must_change_password boolean not null default false,
      add column password_changed_at timestamptz`.execute(db);
  await sql`
    create table password_links (
      user_id text primary key references users (id) on delete cascade,
      secret_hash text not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
}
