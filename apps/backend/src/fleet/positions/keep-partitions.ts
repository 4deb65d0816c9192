import { repeatEvery } from '#platform/repeat.ts';
import { type FleetServices } from '../services.ts';
import { createPartitions, erasePositions } from './partitions.ts';

const EVERY_MS = 60 * 60_000;

/**
 * Creates the partitions of positions ahead of time, and erases those older than the retention: now and once an hour.
 * @returns a function that stops it after the current run.
 */
export async function keepPartitions(
  { db, clock, logger }: Pick<FleetServices, 'db' | 'clock' | 'logger'>,
  retentionDays: number,
): Promise<() => Promise<void>> {
  const run = async (): Promise<void> => {
    try {
      await createPartitions(db, clock());
      await erasePositions(db, clock(), retentionDays);
    } catch (error) {
      logger.error({ err: error }, 'the partitions of positions could not be kept');
    }
  };
  await run();
  return repeatEvery(EVERY_MS, run);
}
