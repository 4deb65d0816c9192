import { type FleetServices } from '../services.ts';
import { type Distances } from './distances.ts';
import { readCells } from './learn-travel.ts';
import { askRouting, maxPlaces } from './routing-server.ts';
import { bandOf, curveOf } from './travel-curve.ts';

type Needed = Pick<FleetServices, 'db' | 'clock' | 'config' | 'logger' | 'callBreaker'>;

/** Distances by the office's own figures, and by the operator's OSRM if there is one. */
export const createDistances = ({ db, clock, config, logger, callBreaker }: Needed): Distances => ({
  measure: async (places, { office, at, signal }) => {
    const curve = curveOf(await readCells(db, office), bandOf(at, office.timeZone));
    signal.throwIfAborted();
    const { routing } = config;
    const straight = { places, curve, kind: 'direct' } as const;
    if (!routing || places.length < 2) return { ...straight, fellBack: false };
    if (places.length > maxPlaces(routing)) return { ...straight, fellBack: true };
    const table = await askRouting(routing, {
      places,
      signal,
      isDown: () => callBreaker.isOpen(routing.url, clock()),
      record: (error) => {
        callBreaker.record(routing.url, error === undefined, clock());
        if (error !== undefined) logger.warn({ err: error }, 'the server of distances could not be used');
      },
    });
    signal.throwIfAborted();
    const missing = table.metres.reduce((count, metres) => count + (Number.isNaN(metres) ? 1 : 0), 0);
    const isUnused = missing === places.length * (places.length - 1);
    return isUnused ? { ...straight, fellBack: true } : { places, curve, table, kind: 'osrm', fellBack: missing > 0 };
  },
});
