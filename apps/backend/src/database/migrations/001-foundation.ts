import { type Kysely, sql } from 'kysely';

/** Companies, offices, users, tokens, clients, the event log, and the kind of the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table companies (
      id text primary key,
      ruc text not null unique,
      name text not null,
      storage_quota bigint not null check (storage_quota >= 0),
      storage_used bigint not null default 0 check (storage_used >= 0),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table offices (
      id text primary key,
      company_id text not null references companies (id),
      name text not null,
      time_zone text not null,
      event_position bigint not null default 0,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index offices_code on offices (lower(id))`.execute(db);
  await sql`create index offices_company on offices (company_id)`.execute(db);
  await sql`
    create table users (
      id text primary key,
      office_id text not null references offices (id),
      username text not null,
      name text not null,
      charge text not null,
      permissions text[] not null,
      password_hash text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index users_sign_in on users (office_id, lower(username))`.execute(db);
  await sql`
    create table access_tokens (
      token_hash text primary key,
      user_id text not null references users (id) on delete cascade,
      expires_at timestamptz not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index access_tokens_user on access_tokens (user_id)`.execute(db);
  await sql`create index access_tokens_expiry on access_tokens (expires_at)`.execute(db);
  await sql`
    create table clients (
      id text primary key,
      company_id text not null references companies (id),
      code text not null,
      name text not null,
      tax_id text not null,
      contact text,
      phone text,
      email text,
      address text,
      reference text,
      district text,
      ubigeo text,
      lat double precision,
      lng double precision,
      active boolean not null default true,
      created_at timestamptz not null default now(),
      unique (company_id, code)
    )`.execute(db);
  await sql`
    create table events (
      office_id text not null references offices (id),
      position bigint not null,
      type text not null,
      at timestamptz not null,
      data jsonb not null,
      primary key (office_id, position)
    )`.execute(db);
  await sql`create table meta (key text primary key, value text not null)`.execute(db);
}
