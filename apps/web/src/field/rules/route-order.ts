import { isLate, isOpen } from './stop-texts.ts';
import { type Stop } from '../offline/types.ts';

/** A stop with its number in the office's order, from 1. */
export interface Numbered {
  stop: Stop;
  number: number;
}

/** The stops as the page lists them; within each list in the office's order. */
export interface Arranged {
  /** Overdue. */
  late: Numbered[];
  next: Numbered[];
  closed: Numbered[];
}

/** @param now in epoch milliseconds. */
export function arrange(stops: readonly Stop[], now: number): Arranged {
  const arranged: Arranged = { late: [], next: [], closed: [] };
  stops.forEach((stop, index) => {
    const list = !isOpen(stop) ? 'closed' : isLate(stop, now) ? 'late' : 'next';
    arranged[list].push({ stop, number: index + 1 });
  });
  return arranged;
}
