import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables of couriers' positions. `positions` has a partition for each day in UTC, which the service creates
 * ahead of time and drops when the retention has passed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a reference to couriers: checking it for each fix would cost as much as storing the fix.
  await sql`
    create table positions (
      office_id text not null,
      courier_id bigint not null,
      at timestamptz not null,
      lat double precision not null,
      lng double precision not null,
      accuracy real,
      speed real,
      heading real,
      source text not null,
      arrived_at timestamptz not null,
      primary key (office_id, courier_id, at)
    ) partition by range (at)`.execute(db);
  // Half-empty pages: an update then writes no index.
  await sql`
    create table courier_positions (
      office_id text not null,
      courier_id bigint not null,
      at timestamptz not null,
      lat double precision not null,
      lng double precision not null,
      accuracy real,
      arrived_at timestamptz not null,
      suspect jsonb,
      primary key (office_id, courier_id),
      foreign key (office_id, courier_id) references couriers (office_id, id)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table courier_trackers (
      token_hash text primary key,
      company_id text not null references companies (id),
      office_id text not null,
      courier_id bigint not null,
      connected_at timestamptz not null,
      used_at timestamptz,
      refused text,
      foreign key (office_id, courier_id) references couriers (office_id, id),
      -- A new token replaces the previous one.
      unique (office_id, courier_id)
    )`.execute(db);
}
