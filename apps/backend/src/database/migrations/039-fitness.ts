import { type Kysely, sql } from 'kysely';

/**
 * What services require to detect that they are unfit: a table for test writes, which are always rolled back, and the
 * keys with which gateways have signed recently.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table write_tests (filler bytea not null)
      with (autovacuum_vacuum_threshold = 5, autovacuum_vacuum_scale_factor = 0)`.execute(db);
  // Random bytes cannot be compressed.
  await sql`alter table write_tests alter column filler set storage external`.execute(db);
  await sql`
    create table accepted_keys (
      fingerprint text primary key,
      accepted_at timestamptz not null
    )`.execute(db);
}
