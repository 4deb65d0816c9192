import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** Removes what 103-routes has added to the view's tables; the view follows with `withoutDoors`. */
async function withoutNumberDays(db: Database): Promise<void> {
  await sql`drop function if exists drop_pin cascade`.execute(db);
  await sql`alter table order_progress drop column if exists sequence_day, drop column if exists pinned`.execute(db);
}

/** Removes what 098-doors has added. */
async function withoutDoors(db: Database): Promise<void> {
  const added = ['place_degree', 'place_source', 'place_radius', 'place_at', 'door_key', 'place_contested'];
  const { rows } = await sql<{ query: string }>`select pg_get_viewdef('orders'::regclass) as query`.execute(db);
  const before = (rows[0]?.query ?? '')
    .replaceAll(new RegExp(`,\\s*details\\.(?:${added.join('|')})\\b`, 'g'), '')
    .replaceAll(/,\s*progress\.(?:sequence_day|pinned)\b/g, '');
  await sql`drop view orders`.execute(db);
  await withoutNumberDays(db);
  await sql`drop function if exists forget_place cascade`.execute(db);
  await sql`drop table if exists doors, door_marks, place_claims`.execute(db);
  for (const column of added) await sql`alter table order_details drop column if exists ${sql.ref(column)}`.execute(db);
  await sql.raw(`create view orders as ${before}`).execute(db);
  await sql`alter table order_details drop column if exists other_lat, drop column if exists other_lng`.execute(db);
  await sql`alter table places drop column if exists degree, drop column if exists source,
    drop column if exists former`.execute(db);
}

/**
 * Makes a database of this version one of an earlier release. What later releases added is lost.
 * @param name newest migration of that release.
 */
export async function setNewest(db: Database, name: string): Promise<void> {
  // What later migrations have added.
  await sql`
    drop table if exists zone_versions, zones, arrivals, courier_documents, courier_absences, trail, sign_ins, profiles,
      former_usernames, password_links, client_changes, client_notes, client_imports`.execute(db);
  await sql`drop index if exists attention_lines_taken, events_settings, users_by_name`.execute(db);
  await sql`
    alter table users drop column if exists state, drop column if exists version, drop column if exists erased_at,
      drop column if exists must_change_password, drop column if exists password_changed_at,
      drop column if exists sign_ins_complete, drop column if exists break_glass_until`.execute(db);
  await sql`
    alter table clients drop column if exists version, drop column if exists contacts, drop column if exists addresses,
      drop column if exists terms, drop column if exists merged_into`.execute(db);
  await sql`alter table couriers drop column if exists zone_ids, drop column if exists vehicle_category,
    drop column if exists retired_at`.execute(db);
  await sql`
    alter table courier_positions drop column if exists arrivals_version, drop column if exists speed,
      drop column if exists battery`.execute(db);
  await sql`alter table positions drop column if exists doubt`.execute(db);
  await sql`drop table if exists geocoder_calls, travel_cells, recovery_codes, factors, sign_in_steps,
    provider_links, provider_invitations, sign_in_rules`.execute(db);
  await sql`alter table geocodes drop column if exists degree, drop column if exists radius, drop column if exists door`.execute(
    db,
  );
  await sql`drop index if exists geocodes_point`.execute(db);
  await sql`alter table courier_trackers drop column if exists unreadable, drop column if exists unreadable_reason,
    drop column if exists unreadable_at, drop column if exists notice_at, drop column if exists notice_user`.execute(
    db,
  );
  await sql`alter table courier_days drop column if exists set_out_at, drop column if exists ended_by_office,
    drop column if exists expense_limit`.execute(db);
  await sql`alter table offices drop column if exists arrival_radius, drop column if exists silence,
    drop column if exists version, drop column if exists closed, drop column if exists first_day_skipped,
    drop column if exists expense_limit, drop column if exists surplus_limit, drop column if exists starting_point,
    drop column if exists objective, drop column if exists door_minutes, drop column if exists route_end`.execute(db);
  await sql`alter table money_entries drop column if exists matter, drop column if exists agreed`.execute(db);
  await sql`drop index if exists money_balances_explained, money_entries_operation, events_new_visits`.execute(db);
  await sql`drop function if exists protect_trail, expire_trail, pseudonymise_trail cascade`.execute(db);
  await sql`alter table companies drop column if exists trail_days`.execute(db);
  for (const table of ['courier_links', 'courier_trackers', 'export_tickets', 'imports'])
    await sql`alter table ${sql.table(table)} drop column if exists author_id`.execute(db);
  await sql`alter table attention_acts drop column if exists to_username, drop column if exists to_user`.execute(db);
  await sql`drop function if exists renew_state, renew_state_of_office, renew_states_of_company cascade`.execute(db);
  await sql`alter table offices drop column if exists state_id`.execute(db);
  await sql`
    drop index if exists photo_requests_of_courier, courier_notes_read, money_entries_of_courier, field_visits_device,
      batches_of_office, erasures_of_office, imports_of_office`.execute(db);
  await sql`alter table courier_devices drop constraint if exists courier_devices_of_courier cascade`.execute(db);
  for (const [table, columns] of [
    ['guest_links', 'office_id'],
    ['guest_acts', 'office_id'],
    ['order_search', 'office_id_order_id'],
    ['evidence', 'office_id_courier_id'],
    ['photo_requests', 'office_id_courier_id'],
  ] as const)
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(`${table}_${columns}_fkey`)}`.execute(
      db,
    );
  await withoutDoors(db);
  await sql`drop function if exists operation_number`.execute(db);
  await sql`delete from kysely_migration`.execute(db);
  await db.deleteFrom('meta').where('key', 'in', ['release', 'doors_to_key_below']).execute();
  await sql`insert into kysely_migration values ('001-foundation', 'once'), (${name}, 'once')`.execute(db);
}
