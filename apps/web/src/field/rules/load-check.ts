import { totalsOf } from './door.ts';
import {
  alreadyAnswer,
  type LabelSource,
  loadedAnswer,
  notOnRoute,
  severalMatches,
  type ScanAnswer,
  shownLabel,
  stopsOfLabel,
} from './labels.ts';
import { packagesText } from './stop-texts.ts';
import { type Stop } from '../offline/types.ts';

/** The parcels that the courier has scanned or ticked before leaving. */
export interface Load {
  /** Ids of the orders whose parcels are there. */
  loaded: readonly string[];
  /** Labels that belong to no stop of the route. */
  extra: readonly string[];
}

/** Labels that are kept: a camera may see one after another that the courier does not carry. */
const MAX_EXTRA = 30;

/**
 * @param stops of the route, including those that are no longer to be loaded.
 * @returns the load with a parcel added, and the answer for the courier.
 */
export function withLabel(
  load: Load,
  stops: readonly Stop[],
  text: string,
  source: LabelSource,
): { load: Load; answer: ScanAnswer } {
  const found = stopsOfLabel(stops, text, source);
  const [stop] = found;
  if (!stop) {
    const extra = [...new Set([...load.extra, shownLabel(text)])].slice(-MAX_EXTRA);
    return { load: { ...load, extra }, answer: notOnRoute(text, ', déjelo en la oficina') };
  }
  if (found.length > 1) return { load, answer: severalMatches(found) };
  if (stop.state !== 'asignada' || load.loaded.includes(stop.id)) return { load, answer: alreadyAnswer(stop) };
  return { load: { ...load, loaded: [...load.loaded, stop.id] }, answer: loadedAnswer(stop) };
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
