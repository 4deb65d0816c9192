import { type Kysely, sql } from 'kysely';

/**
 * Stores every line of a preview as text with what became of it, so that lines that were not imported can be
 * downloaded after the import, and how the rows of the file add up. Open previews must be repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from import_lines`.execute(db);
  await sql`update imports set header = null, at = at - interval '24 hours' where batch is null`.execute(db);
  await sql`
    alter table import_lines
      drop column broken, drop column cells,
      add column outcome text not null,
      add column rows integer[] not null,
      add column text text not null,
      add column why text,
      add column fixable boolean not null,
      add check (outcome in ('order', 'error', 'hidden', 'repeated', 'taken-out')),
      add check ((outcome = 'order') = (input is not null)),
      add check ((outcome = 'error') = (why is not null))`.execute(db);
  await sql`
    alter table imports
      add column aside jsonb, add column sheets jsonb, add column clients jsonb, add column left_bytes bigint`.execute(
    db,
  );
}
