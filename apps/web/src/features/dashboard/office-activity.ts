import { type DispatchNews } from '../../shared/live/event-log.ts';
import { type Happening, happeningsOf } from '../../shared/live/event-words.ts';

/** As many as one looks over; the rest is in each order's history. */
export const SHOWN = 40;

/**
 * @param events oldest first, of every office the person hears of.
 * @param courierName of a courier's id, where it is known.
 * @returns what happened last in one office, newest first.
 */
export const officeActivity = (
  events: readonly DispatchNews[],
  officeId: string,
  courierName: (id: string) => string | undefined,
): readonly Happening[] =>
  happeningsOf(
    events.filter((event) => event.officeId === officeId),
    courierName,
  ).slice(0, SHOWN);
