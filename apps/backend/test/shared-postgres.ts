import { createDatabase } from '@despacho/tooling/machine/postgres-server';
import { sharedPostgres } from '@despacho/tooling/machine/shared-postgres';
import { randomUUID } from 'node:crypto';
import { migrate } from '#platform/database/migrate.ts';
import { connect } from '#platform/database/open-database.ts';

/** Name of the database with empty tables, to be copied. */
export const EMPTY = 'empty';

async function prepare(url: string): Promise<void> {
  const db = connect({ connectionString: await createDatabase(url, EMPTY), max: 1 });
  await migrate(db);
  await db.destroy();
}

/**
 * @param template database to copy; an empty one by default.
 * @returns the address of a new database of the caller alone, on the server of the run.
 */
export async function createSharedDatabase(databases: string, name: string, template?: string): Promise<string> {
  return createDatabase(await sharedPostgres(databases, prepare), `${name}-${randomUUID()}`, template);
}
