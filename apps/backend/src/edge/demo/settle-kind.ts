import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { StartupError } from '#platform/startup-error.ts';
import { fillDemo } from './fill-demo.ts';

const KIND = 'kind';

/**
 * Marks a new database as demonstration or real, permanently, and fills a demonstration. Instances that start together
 * queue at the marker row.
 * @throws StartupError if the database is of the other kind.
 */
export async function settleKind(db: Database, demo: boolean, clock: Clock, demoOrders = 0): Promise<void> {
  const wanted = demo ? 'demo' : 'real';
  await transact(db, async (trx) => {
    const marked = await trx
      .insertInto('meta')
      .values({ key: KIND, value: wanted })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('value')
      .executeTakeFirst();
    if (marked) {
      if (demo) await fillDemo(trx, clock, demoOrders);
      return;
    }
    const { value } = await trx.selectFrom('meta').select('value').where('key', '=', KIND).executeTakeFirstOrThrow();
    if (value === wanted) return;
    throw new StartupError(
      demo
        ? 'This database holds real data; DEMO=1 is refused. Unset DEMO, or choose an empty database.'
        : 'This database holds demonstration data, with well-known passwords; it opens with DEMO=1 only.',
    );
  });
}
