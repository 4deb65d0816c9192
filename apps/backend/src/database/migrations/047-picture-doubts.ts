import { type Kysely, sql } from 'kysely';

/**
 * What is wrong with the pictures of a visit. `unreadable_photo` stays the flag that puts the visit into «Por revisar»:
 * with it and without a doubt, as rows of earlier versions, a photo is unreadable.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table field_visits add column picture_doubts text[] not null default '{}'`.execute(db);
  // For the route of a phone, which shows the result of each review.
  await sql`
    create index field_visits_reviewed on field_visits (office_id, courier_id, id) where result = 'review'`.execute(db);
}
