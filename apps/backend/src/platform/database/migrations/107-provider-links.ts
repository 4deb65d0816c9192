import { type Kysely, sql } from 'kysely';

/**
 * Accounts of people at the identity providers of their companies, and invitations to link one: of each person one, used
 * once, of which only a hash is stored. Passwords become optional.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    `create table provider_links (
      user_id text primary key references users (id) on delete cascade,
      issuer text not null,
      sub text not null,
      linked_at timestamptz not null,
      factor_proved boolean not null,
      unique (issuer, sub)
    )`,
    `create table provider_invitations (
      user_id text primary key references users (id) on delete cascade,
      secret_hash text not null unique,
      author_id text,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    'alter table users alter column password_hash drop not null, add column break_glass_until timestamptz',
    `comment on column provider_links.factor_proved is
      'Whether the person proved a second factor together with this account; before, the provider cannot stand for it'`,
    `comment on column users.password_hash is 'Null: the person cannot sign in with a password'`,
    `comment on column users.break_glass_until is
      'Until when the password is accepted although the company does not allow it'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
