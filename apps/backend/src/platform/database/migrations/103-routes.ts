import { type Kysely, sql } from 'kysely';

/**
 * How an office wants its routes, and the working day that the number of a stop was given for. An earlier release that
 * writes beside this one leaves both as they are; a pin it would carry to another courier is dropped.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    // Null for the defaults.
    `alter table offices add column starting_point jsonb, add column objective text, add column door_minutes integer,
      add column route_end text`,
    // The day is null, or not later than the order's date, for a number of that date: see `compareStops`.
    `alter table order_progress add column sequence_day text, add column pinned boolean not null default false`,
    `create function drop_pin() returns trigger language plpgsql as $$
    begin
      new.pinned := false;
      return new;
    end $$`,
    `create trigger drop_pin before update of courier_id on order_progress for each row
      when (old.pinned and new.pinned and old.courier_id is distinct from new.courier_id)
      execute function drop_pin()`,
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
      details.place_at, details.door_key, details.place_contested,
      progress.sequence_day, progress.pinned
    from order_details as details join order_progress as progress
      on progress.office_id = details.office_id and progress.order_id = details.id`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
