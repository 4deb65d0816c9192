import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { type Load } from '../rules/load-check.ts';

/** @returns the ticks of one day. They name orders by number; labels of other parcels may have any text. */
export function readLoad(day: string): Load {
  try {
    const stored = JSON.parse(readStored('despacho.reparto.carga') ?? '{}') as { day?: string; load?: Load };
    if (stored.day === day && stored.load) return stored.load;
  } catch {
    // Another version, or somebody else, wrote it.
  }
  return { loaded: [], extra: [] };
}

/** Stores the ticks of one day. */
export function writeLoad(day: string, load: Load): void {
  writeStored(JSON.stringify({ day, load }), 'despacho.reparto.carga');
}
