import { type Kysely, sql } from 'kysely';

/**
 * Stores the cells of invalid lines, so that they can be fixed in the preview, and which column of a file holds what,
 * for the next file with the same headings. Lines of open previews have no cells and cannot be fixed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table imports add column layout jsonb, add column revision integer not null default 0`.execute(db);
  await sql`alter table import_lines add column cells jsonb`.execute(db);
  await sql`
    create table import_layouts (
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      signature text not null,
      columns jsonb not null,
      client text,
      at timestamptz not null,
      primary key (office_id, signature)
    )`.execute(db);
}
