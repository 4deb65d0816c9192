import { type Kysely, sql } from 'kysely';

/** The default of DAY_TURNS_AT. */
const TURN = '05:00';

/** The columns of the view `orders`, in their order. */
const DETAILS = [
  'id',
  'company_id',
  'office_id',
  'code',
  'collect_due',
  'client_id',
  'client_name',
  'client_phone',
  'recipient',
  'phone',
  'address',
  'reference',
  'ubigeo',
  'lat',
  'lng',
  'approximate',
  'date',
  'window_from',
  'window_to',
  'packages',
  'weight_grams',
  'client_reference',
  'guide',
  'note',
  'priority',
  'evidence',
  'created_at',
] as const;

const PROGRESS = [
  'state',
  'due_at',
  'attempt',
  'courier_id',
  'sequence',
  'reason',
  'payments',
  'difference',
  'closed_at',
  'version',
  'changed_at',
  'changed_username',
  'changed_user',
  'changed_what',
  'order_id',
  'visit_day',
] as const;

/**
 * Stores the working day that a visit counts in, which until now was the calendar day of the visit. Visits between
 * midnight and 05:00 move to the day before, unless their courier had set out after midnight, or one of both days is
 * confirmed: the totals of confirmed days do not change. Rewrites the table once, as 014: this leaves no dead rows and
 * fires no triggers.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create function visit_day_at(office text, courier bigint, at timestamptz) returns text stable language plpgsql as $$
    declare
      local timestamp := at at time zone (select time_zone from offices where id = office);
      today text := to_char(local, 'YYYY-MM-DD');
      yesterday text := to_char(local - interval '1 day', 'YYYY-MM-DD');
    begin
      if local is null or local::time >= time '${sql.raw(TURN)}' then return today; end if;
      if exists (
        select from courier_days where office_id = office and courier_id = courier
          and (day = today and (started_at <= at or confirmed_at is not null)
            or day = yesterday and confirmed_at is not null)
      ) then return today; end if;
      return yesterday;
    end $$`.execute(db);
  await sql`drop view orders`.execute(db);
  await sql`alter table order_progress add column visit_day text`.execute(db);
  await sql`
    alter table order_progress alter column visit_day type text using visit_day_at(office_id, courier_id, closed_at)`.execute(
    db,
  );
  await sql`drop function visit_day_at(text, bigint, timestamptz)`.execute(db);
  // A service of an earlier version fails to close orders, instead of closing them on no day.
  await sql`alter table order_progress add check ((closed_at is null) = (visit_day is null))`.execute(db);
  await sql`drop index order_progress_closed`.execute(db);
  await sql`
    create index order_progress_visited on order_progress (office_id, visit_day)
    where visit_day is not null`.execute(db);
  await sql`
    create view orders as
    select ${sql.raw([...DETAILS.map((name) => `details.${name}`), ...PROGRESS.map((name) => `progress.${name}`)].join(', '))}
    from order_details as details join order_progress as progress
      on progress.office_id = details.office_id and progress.order_id = details.id`.execute(db);
  // «Cierre del día» after midnight closed the evening's route.
  await sql`
    with late as (
      select days.*, to_char(day::date - 1, 'YYYY-MM-DD') as evening
      from courier_days as days join offices on offices.id = days.office_id
      where days.started_at is null and days.confirmed_at is null
        and (days.ended_at at time zone offices.time_zone)::time < time '${sql.raw(TURN)}'
        and to_char(days.ended_at at time zone offices.time_zone, 'YYYY-MM-DD') = days.day
    ), moved as (
      update courier_days as days set ended_at = late.ended_at, unsent = late.unsent
      from late
      where days.office_id = late.office_id and days.courier_id = late.courier_id and days.day = late.evening
        and days.started_at is not null and days.ended_at is null and days.confirmed_at is null
      returning late.office_id, late.courier_id, late.day
    )
    delete from courier_days as days using moved
    where days.office_id = moved.office_id and days.courier_id = moved.courier_id and days.day = moved.day`.execute(db);
  // The rewrite discards the statistics. Not for a new database, whose tables are empty.
  const { rows } = await sql`select from order_progress limit 1`.execute(db);
  if (rows.length > 0) await sql`analyze order_progress`.execute(db);
}
