import { trimGeocodes } from '../geocoder/geocodes-repository.ts';
import { repeatEvery } from '#platform/repeat.ts';
import { type OrderServices } from '../services.ts';
import { trimPlaces } from './places-repository.ts';

const EVERY_MS = 60 * 60_000;

/**
 * Keeps the books of places and the answers of the geocoder below their maximum, once an hour.
 * @returns a function that stops it after the current run.
 */
export function keepTrimmed({
  db,
  clock,
  logger,
}: Pick<OrderServices, 'db' | 'clock' | 'logger'>): () => Promise<void> {
  return repeatEvery(EVERY_MS, async () => {
    try {
      await trimPlaces(db);
      await trimGeocodes(db, clock());
    } catch (error) {
      logger.warn({ err: error }, 'the books of places could not be trimmed');
    }
  });
}
