import { addDays, DAY_TURNS_AT, type FieldRoute, officeDay } from '@despacho/contracts/dispatch';
import { type QueueItem, type Stop } from '../offline/types.ts';
import { isOpen } from './stop-texts.ts';

/** What «Salí a ruta» begins. */
export interface Start {
  /** The day that the route counts in. */
  day: string;
  /**
   * `ask`: all stops are of `day`, which is tomorrow, so the courier states whether the route is; `confirmed`: the
   * office has confirmed the day before it.
   */
  why: 'today' | 'ask' | 'confirmed';
}

/** Whether the courier is between «Salí a ruta» and «Cierre del día», also before the service has received either. */
export function isOnTheWay(route: FieldRoute | null, items: readonly QueueItem[]): boolean {
  // The last waiting item decides: a start also follows the end of a day.
  const waiting = items.findLast(({ kind }) => kind === 'start' || kind === 'end');
  return waiting ? waiting.kind === 'start' : Boolean(route?.startedAt) && !route?.end;
}

/** @returns the stops that a start would set on the way, without those whose parcels stayed behind. */
export const toSetOut = (stops: readonly Stop[]): Stop[] =>
  stops.filter(({ state, notLoaded }) => state === 'asignada' && !notLoaded);

/** @returns the office's working day. @param now epoch milliseconds by the server's clock. */
export const officeToday = ({ turnsAt = DAY_TURNS_AT }: FieldRoute, timeZone: string, now: number): string =>
  officeDay(new Date(now), { timeZone, dayTurnsAt: turnsAt });

/**
 * By the rule of the service, with what the phone has stored: it may have had no signal since yesterday.
 * @param now epoch milliseconds by the server's clock.
 */
export function startOf(route: FieldRoute, stops: readonly Stop[], timeZone: string, now: number): Start {
  const today = officeToday(route, timeZone, now);
  const current = route.day > today ? route.day : today;
  if (route.end?.confirmedAt && route.day === current) return { day: addDays(current, 1), why: 'confirmed' };
  const open = stops.filter(isOpen);
  const tomorrow = addDays(today, 1);
  const isTomorrows = open.length > 0 && open.every(({ date }) => date === tomorrow);
  return isTomorrows && current === today ? { day: tomorrow, why: 'ask' } : { day: current, why: 'today' };
}
