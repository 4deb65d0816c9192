import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { type GeocoderConfig } from '#platform/config.ts';

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
  let origin = '';
  let seen = 0;
  let stop = (): void => undefined;
  beforeAll(async () => {
    const child = fork(SERVER);
    const [port] = (await once(child, 'message')) as [number];
    origin = `http://127.0.0.1:${port}`;
    stop = () => {
      child.kill();
    };
  });
  afterAll(() => {
    stop();
  });
  return {
    config: (kind = 'photon') => ({ url: origin, kind, callsPerMinute: 60_000, callsPerDay: 100_000 }),
    calls: async () => {
      const all = (await (await fetch(`${origin}/calls`)).json()) as Call[];
      const fresh = all.slice(seen);
      seen = all.length;
      return fresh;
    },
  };
}
