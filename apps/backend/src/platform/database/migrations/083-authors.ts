import { type Kysely, sql } from 'kysely';

/**
 * The user whose right a link, ticket or preview depends on. Null for those of an earlier release, of the server's operator,
 * and of people whose accounts another host has.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  for (const table of [
    'courier_links',
    'courier_trackers',
    'export_tickets',
    'imports',
    'client_imports',
    'password_links',
  ])
    await sql`alter table ${sql.table(table)} add column author_id text`.execute(db);
}
