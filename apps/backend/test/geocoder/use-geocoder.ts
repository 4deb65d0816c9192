import { fileURLToPath } from 'node:url';
import { type GeocoderConfig } from '#platform/config.ts';
import { useFakeProcess } from '../use-fake-process.ts';

const SERVER = fileURLToPath(new URL('server.ts', import.meta.url));

interface Call {
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
}

interface FakeGeocoder {
  /** Fast enough that no test waits. */
  config: (kind?: GeocoderConfig['kind']) => GeocoderConfig;
  /** The calls since the last time. */
  calls: () => Promise<Call[]>;
}

/** A geocoder in a separate process, for the tests of a file. */
export function useGeocoder(): FakeGeocoder {
  const { origin, calls } = useFakeProcess<Call>(SERVER);
  return {
    config: (kind = 'photon') => ({ url: origin(), kind, callsPerMinute: 60_000, callsPerDay: 100_000 }),
    calls,
  };
}
