import { type Stop } from '../offline/types.ts';
import { isLate, isOpen } from './stop-texts.ts';

/** A stop with its number in the office's order, from 1. */
export interface Numbered {
  stop: Stop;
  number: number;
}

/**
 * @param now in epoch milliseconds.
 * @returns the stops as the page lists them: overdue, next, those whose parcels stayed behind, and closed; each list in the
 * office's order.
 */
export function arrange(stops: readonly Stop[], now: number) {
  const numbered = stops.map((stop, index): Numbered => ({ stop, number: index + 1 }));
  const open = numbered.filter(({ stop }) => isOpen(stop) && !stop.notLoaded);
  return {
    late: open.filter(({ stop }) => isLate(stop, now)),
    next: open.filter(({ stop }) => !isLate(stop, now)),
    behind: numbered.filter(({ stop }) => isOpen(stop) && stop.notLoaded),
    closed: numbered.filter(({ stop }) => !isOpen(stop)),
  };
}
