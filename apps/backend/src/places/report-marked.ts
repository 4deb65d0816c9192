import { type Logger } from 'pino';
import { type Database } from '../database/open-database.ts';

/** Logs once how many stored orders migration 032 has marked as approximate. */
export async function reportMarked(db: Database, logger: Logger): Promise<void> {
  const row = await db.deleteFrom('meta').where('key', '=', 'implausible_places').returning('value').executeTakeFirst();
  if (row)
    logger.warn(
      { orders: Number(row.value) },
      'orders had places outside of their district and province; they are marked as approximate and keep their coordinates',
    );
}
