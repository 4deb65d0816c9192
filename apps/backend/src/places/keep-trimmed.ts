import { trimGeocodes } from '../geocoder/geocodes-repository.ts';
import { type Services } from '../services.ts';
import { trimPlaces } from './places-repository.ts';

const EVERY_MS = 60 * 60_000;

/**
 * Keeps the books of places and the answers of the geocoder below their maximum, once an hour.
 * @returns a function that stops it after the current run.
 */
export function keepTrimmed({ db, clock, logger }: Pick<Services, 'db' | 'clock' | 'logger'>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => trimPlaces(db))
      .then(() => trimGeocodes(db, clock()))
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the books of places could not be trimmed');
      });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
