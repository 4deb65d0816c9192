import { type DispatchNews } from '../../../shared/live/event-log.ts';
import { type Happening, happeningsOf } from '../../../shared/live/event-words.ts';

/** As many as one looks over; the rest is in each order's history. */
export const SHOWN = 40;

/** Names an event, here and on the stream. */
function nameOf(event: DispatchNews): string {
  const { id, version } =
    event.type === 'order.changed' ? event.order : event.type === 'courier.changed' ? event.courier : event.view;
  return `${event.type} ${id} ${version}`;
}

/**
 * @param history of an office, newest first.
 * @param news oldest first, of every office the person hears of; some of it may be in the history already.
 * @returns all of the office, each once, oldest first.
 */
export function withHistory(
  history: readonly DispatchNews[],
  news: readonly DispatchNews[],
  officeId: string,
): readonly DispatchNews[] {
  const all = [...history.toReversed(), ...news.filter((event) => event.officeId === officeId)];
  return [...new Map(all.map((event) => [nameOf(event), event])).values()];
}

/**
 * @param events of one office, oldest first.
 * @param courierName of a courier's id, where it is known.
 * @returns what happened last, newest first.
 */
export const officeActivity = (
  events: readonly DispatchNews[],
  courierName: (id: string) => string | undefined,
): readonly Happening[] => happeningsOf(events, courierName).slice(0, SHOWN);

/** @returns whether these events come to more than is shown: the last of it may have begun earlier still. */
export const enoughActivity = (events: readonly DispatchNews[]): boolean =>
  happeningsOf(events, () => undefined).length > SHOWN;
