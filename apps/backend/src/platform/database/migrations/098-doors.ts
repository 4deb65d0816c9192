import { type Kysely, sql } from 'kysely';

/**
 * How exactly a place is known, and the doors that a company knows. Null in orders of earlier releases, and in those that
 * one of them writes or changes during an upgrade: only this release moves `place_at` forward with each change.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    `alter table order_details add column place_degree text, add column place_source text, add column place_radius integer,
      add column place_at timestamptz, add column door_key text,
      add column place_contested boolean not null default false`,
    'create index order_details_door on order_details (company_id, door_key, created_at) where door_key is not null',
    `create function forget_place() returns trigger language plpgsql as $$
    begin
      new.place_degree := null;
      new.place_source := null;
      new.place_radius := null;
      new.place_at := null;
      new.door_key := null;
      new.place_contested := false;
      return new;
    end $$`,
    `create trigger forget_place before update of lat, lng, approximate, address, ubigeo on order_details for each row
      when (
        old.place_at is not null and old.place_at is not distinct from new.place_at
        and (old.lat, old.lng, old.approximate, old.address, old.ubigeo)
          is distinct from (new.lat, new.lng, new.approximate, new.address, new.ubigeo)
      )
      execute function forget_place()`,
    `create or replace view orders as
    select details.id, details.company_id, details.office_id, details.code, details.collect_due, details.client_id,
      details.client_name, details.client_phone, details.recipient, details.phone, details.address, details.reference,
      details.ubigeo, details.lat, details.lng, details.approximate, details.date, details.window_from,
      details.window_to, details.packages, details.weight_grams, details.client_reference, details.guide, details.note,
      details.priority, details.evidence, details.created_at, progress.state, progress.due_at, progress.attempt,
      progress.courier_id, progress.sequence, progress.reason, progress.payments, progress.difference,
      progress.closed_at, progress.version, progress.changed_at, progress.changed_username, progress.changed_user,
      progress.changed_what, progress.order_id, progress.visit_day, progress.wanted, details.promised_from,
      details.promised_to, details.promised_hour, details.place_degree, details.place_source, details.place_radius,
      details.place_at, details.door_key, details.place_contested
    from order_details as details join order_progress as progress
      on progress.office_id = details.office_id and progress.order_id = details.id`,
    // What offices used before was a pin, or delivered at the coordinates of a file.
    `alter table places add column degree text not null default 'puerta', add column source text not null default 'antes'`,
    `create table doors (
      company_id text not null references companies (id),
      key text not null,
      ubigeo text not null,
      street_key text not null,
      address text not null,
      block text not null default '',
      number integer,
      lat double precision not null,
      lng double precision not null,
      radius integer not null check (radius > 0),
      degree text not null,
      source text not null,
      agreeing integer not null default 0,
      contradicting integer not null default 0,
      other_lat double precision,
      other_lng double precision,
      former jsonb,
      placed_at timestamptz not null,
      used_at timestamptz not null,
      primary key (company_id, key),
      check ((contradicting > 0) = (other_lat is not null and other_lng is not null))
    )`,
    `create table place_claims (
      company_id text not null,
      office_id text not null references offices (id),
      person text not null,
      user_name text not null,
      subject text not null,
      claimed_until timestamptz not null,
      primary key (office_id, person),
      unique (office_id, subject)
    )`,
    'create index doors_street on doors (company_id, ubigeo, street_key, block, number)',
    'create index doors_used on doors (company_id, used_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
