import { type Kysely, sql } from 'kysely';

/**
 * Client and district of a photo's order beside the photo: without them, the newest photos of one district are found by
 * reading either all photos or all orders of the district. Also marks visits whose personal data was erased, and clears
 * the place of uploads that were refused when they began.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evidence add column client_id text, add column ubigeo text`.execute(db);
  await sql`
    update evidence set client_id = details.client_id, ubigeo = details.ubigeo
    from order_details as details
    where details.office_id = evidence.office_id and details.id = evidence.order_id`.execute(db);
  await sql`alter table evidence alter column ubigeo set not null`.execute(db);
  await sql`create index evidence_by_client on evidence (office_id, client_id, at desc, id desc)`.execute(db);
  await sql`create index evidence_by_district on evidence (office_id, ubigeo, at desc, id desc)`.execute(db);
  await sql`alter table field_visits add column erased_at timestamptz`.execute(db);
  await sql`
    update photo_uploads set lat = null, lng = null, accuracy = null
    where state <> 'open' and lat is not null`.execute(db);
}
