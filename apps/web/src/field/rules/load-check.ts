import { totalsOf } from './door.ts';
import { stopOfScan } from './find-stops.ts';
import { packagesText } from './stop-texts.ts';
import { type Stop } from '../offline/types.ts';

/** What the courier has scanned or ticked before leaving. */
export interface Load {
  /** Ids of the orders whose parcels are there. */
  loaded: readonly string[];
  /** Labels that belong to no stop of the route. */
  extra: readonly string[];
}

/** @returns the load with a parcel added, and whether its label belongs to the route. */
export function withScan(load: Load, stops: readonly Stop[], scanned: string): { load: Load; isKnown: boolean } {
  const stop = stopOfScan(stops, scanned);
  const label = scanned.trim();
  const add = (list: readonly string[], item: string): readonly string[] =>
    list.includes(item) || item === '' ? list : [...list, item];
  return stop
    ? { load: { ...load, loaded: add(load.loaded, stop.id) }, isKnown: true }
    : { load: { ...load, extra: add(load.extra, label) }, isKnown: false };
}

/** @returns the stops that are not loaded. */
export const missingOf = ({ loaded }: Load, stops: readonly Stop[]): Stop[] =>
  stops.filter(({ id }) => !loaded.includes(id));

/** @returns «2 de 3 paquetes». */
export function countText(load: Load, stops: readonly Stop[]): string {
  const total = totalsOf(stops);
  return `${total.packages - totalsOf(missingOf(load, stops)).packages} de ${packagesText(total)}`;
}

/** Whether the courier has begun to tick the stops of the next start and has not ticked all. */
export const isHalfTicked = (load: Load, stops: readonly Stop[]): boolean => {
  const missing = missingOf(load, stops).length;
  return missing > 0 && missing < stops.length;
};

const counted = (count: number, one: string, several: string): string => `${count === 1 ? one : several} ${count}`;

/** @returns «Faltan 2, sobra 1». */
export function loadText(load: Load, stops: readonly Stop[]): string {
  const missing = missingOf(load, stops).length;
  const extra = load.extra.length;
  const parts = [
    ...(missing > 0 ? [counted(missing, 'falta', 'faltan')] : []),
    ...(extra > 0 ? [counted(extra, 'sobra', 'sobran')] : []),
  ].join(', ');
  return parts === '' ? 'Todo está cargado' : `${parts.charAt(0).toUpperCase()}${parts.slice(1)}`;
}
