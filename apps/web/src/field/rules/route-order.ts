import { type Stop } from '../offline/types.ts';
import { isLate, isOpen } from './stop-texts.ts';

/** A stop with its number in the office's order, from 1. */
export interface NumberedStop {
  stop: Stop;
  number: number;
}

/**
 * @param now in epoch milliseconds.
 * @param isOwn whether the courier chose the order: then overdue stops stay in their places.
 * @returns the stops as the page lists them: overdue, next, those whose parcels stayed behind, and closed; each list in the
 * office's order.
 */
export function arrange(stops: readonly Stop[], now: number, isOwn = false) {
  const numbered = stops.map((stop, index): NumberedStop => ({ stop, number: index + 1 }));
  const open = numbered.filter(({ stop }) => isOpen(stop) && !stop.notLoaded);
  const isFirst = ({ stop }: NumberedStop): boolean => !isOwn && isLate(stop, now);
  return {
    late: open.filter(isFirst),
    next: open.filter((each) => !isFirst(each)),
    behind: numbered.filter(({ stop }) => isOpen(stop) && stop.notLoaded),
    closed: numbered.filter(({ stop }) => !isOpen(stop)),
  };
}
