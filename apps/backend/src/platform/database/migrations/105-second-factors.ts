import { type Kysely, sql } from 'kysely';

/**
 * Second factors of people, their recovery codes, and sign-ins that wait for a code. Secrets are encrypted with SECRETS_KEY;
 * of recovery codes and of the secrets of waiting sign-ins only hashes are stored.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    `create table factors (
      user_id text primary key references users (id) on delete cascade,
      secret text not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      last_step integer not null default 0,
      wrong_at timestamptz[] not null default '{}'
    )`,
    `create table recovery_codes (
      user_id text not null references factors (user_id) on delete cascade,
      code_hash text not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`,
    `create table sign_in_steps (
      secret_hash text primary key,
      user_id text not null references users (id) on delete cascade,
      proved text not null,
      attempts integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    'create index sign_in_steps_user on sign_in_steps (user_id)',
    'create index sign_in_steps_expiry on sign_in_steps (expires_at)',
    `comment on table factors is 'One of each person. Not confirmed: it is being set up, and does not count'`,
    `comment on column factors.last_step is 'Number of the last accepted period of 30 seconds: a code works once'`,
    `comment on column factors.wrong_at is 'Wrong codes of the last 24 hours'`,
    `comment on column sign_in_steps.proved is 'What was proved: password'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
