import { sql } from 'kysely';
import { type Clock } from '#platform/clock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { StartupError } from '#platform/startup-error.ts';

const KIND = 'kind';

const kindOf = (demo: boolean): string => (demo ? 'demo' : 'real');

const readKind = (db: Database) => db.selectFrom('meta').select('value').where('key', '=', KIND).executeTakeFirst();

/** @throws StartupError if a database is marked as the other kind. */
function requireKind(marked: string, demo: boolean): void {
  if (marked === kindOf(demo)) return;
  throw new StartupError(
    demo
      ? 'This database holds real data; DEMO=1 is refused. Unset DEMO, or choose an empty database.'
      : 'This database holds demonstration data, with well-known passwords; it opens with DEMO=1 only.',
  );
}

/**
 * @returns a function that migrates a database. It refuses one of the other kind before changing it, because the release
 * that wrote it could not open it afterwards. @throws StartupError, from that function.
 */
export const migrateKind =
  (demo: boolean) =>
  async (db: Database): Promise<void> => {
    const { rows } = await sql<{ exists: boolean }>`select to_regclass('meta') is not null as exists`.execute(db);
    const marked = rows[0]?.exists === true ? await readKind(db) : undefined;
    if (marked) requireKind(marked.value, demo);
    await migrate(db);
  };

/**
 * Marks a new database as demonstration or real, permanently, and fills a demonstration. Instances that start together
 * queue at the marker row.
 * @throws StartupError if the database is of the other kind.
 */
export async function settleKind(db: Database, demo: boolean, clock: Clock, demoOrders = 0): Promise<void> {
  await transact(db, async (trx) => {
    const marked = await trx
      .insertInto('meta')
      .values({ key: KIND, value: kindOf(demo) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('value')
      .executeTakeFirst();
    if (marked) {
      // Imported only here, because no other installation needs it.
      if (demo) await (await import('./fill-demo.ts')).fillDemo(trx, clock, demoOrders);
      return;
    }
    requireKind((await readKind(trx))?.value ?? '', demo);
  });
}
