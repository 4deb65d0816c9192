import { trimGeocodes } from '../geocoder/geocodes-repository.ts';
import { repeatEvery } from '#platform/repeat.ts';
import { type OrderServices } from '../services.ts';
import { trimDoors } from './known-doors.ts';
import { trimPlaces } from './places-repository.ts';
import { forgetClaims } from './waiting-places.ts';

const EVERY_MS = 60 * 60_000;

/**
 * Keeps the books of places, the doors and the answers of the geocoder below their maximum and age, once an hour.
 * @returns a function that stops it after the current run.
 */
export function keepTrimmed({
  db,
  clock,
  logger,
  config,
}: Pick<OrderServices, 'db' | 'clock' | 'logger' | 'config'>): () => Promise<void> {
  return repeatEvery(EVERY_MS, async () => {
    try {
      await trimPlaces(db);
      await trimDoors(db, clock(), config.doorRetentionDays);
      await forgetClaims(db, clock());
      await trimGeocodes(db, clock());
    } catch (error) {
      logger.warn({ err: error }, 'the books of places could not be trimmed');
    }
  });
}
