import { type Kysely, sql } from 'kysely';

/** Days before this migration whose photos are checked afterwards, in the background. */
const DAYS = 90;

/**
 * What the checks of photos and closings found. The hash of a picture is 16 hexadecimal digits, in four bands: nearly
 * the same pictures have at least one band in common, so that each band has an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table evidence add column checked_at timestamptz, add column faults text[] not null default '{}',
      add column distance integer, add column alike bigint, add column settled_at timestamptz,
      add column picture_hash text`.execute(db);
  await sql`
    alter table field_visits add column faults text[] not null default '{}', add column settled_at timestamptz`.execute(
    db,
  );
  await sql`alter table photo_uploads add column file_at timestamptz`.execute(db);
  await sql`alter table offices add column photo_far jsonb`.execute(db);
  for (const [band, from] of [1, 5, 9, 13].entries())
    await sql`
      create index ${sql.raw(`evidence_band_${band}`)} on evidence
        (office_id, substr(picture_hash, ${sql.lit(from)}, 4), arrived_at)
      where picture_hash is not null`.execute(db);
  await sql`
    create index evidence_faulty on evidence (office_id, at desc, id desc)
    where faults <> '{}' and settled_at is null`.execute(db);
  await sql`
    create index field_visits_faulty on field_visits (office_id, at)
    where faults <> '{}' and settled_at is null`.execute(db);
  // Photos up to the id in this key need no check.
  await sql`
    insert into meta (key, value)
    select 'photos_to_check_after', (min(id) - 1)::text from evidence
    where arrived_at > now() - ${sql.lit(`${DAYS} days`)}::interval
    having count(*) > 0`.execute(db);
}
