import { type Kysely, sql } from 'kysely';

/**
 * Stores every line of a preview as text with its outcome, so that lines that were not imported can be downloaded after
 * the import, and the counts of the file's other rows. Open previews expire: their files must be
 * chosen again.
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
