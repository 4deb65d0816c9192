import { type Kysely, sql } from 'kysely';

/** Marks visits with an unreadable photo until the office has seen that. The index is for «Por revisar». */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table field_visits add column unreadable_photo boolean not null default false`.execute(db);
  await sql`
    create index field_visits_reviewable on field_visits (office_id, id)
    where state = 'pendiente' or unreadable_photo`.execute(db);
}
