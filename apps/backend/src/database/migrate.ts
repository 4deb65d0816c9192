import { type Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as foundation from './migrations/001-foundation.ts';
import * as dispatch from './migrations/002-dispatch.ts';
import * as desk from './migrations/003-desk.ts';
import * as tallies from './migrations/004-tallies.ts';
import * as lastChanges from './migrations/005-last-changes.ts';
import * as newestTexts from './migrations/006-newest-texts.ts';
import * as districtsAndClients from './migrations/007-districts-and-clients.ts';
import * as referencesByName from './migrations/008-references-by-name.ts';
import * as orderProgress from './migrations/009-order-progress.ts';
import { type Schema } from './schema.ts';

/** In order. A migration that has been released is never edited; a new one is added below it. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-dispatch': dispatch,
  '003-desk': desk,
  '004-tallies': tallies,
  '005-last-changes': lastChanges,
  '006-newest-texts': newestTexts,
  '007-districts-and-clients': districtsAndClients,
  '008-references-by-name': referencesByName,
  '009-order-progress': orderProgress,
};

/** Brings the tables up to date. Instances that start together wait for each other at Kysely's migration lock. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
}
