import { type DispatchNews } from '../../../shared/live/event-log.ts';
import { type ActivityEntry, activityEntries } from '../../../shared/live/activity-entries.ts';

/** Maximum number of entries. Older ones are in each order's history. */
export const MAX_ENTRIES = 40;

/** Identifies an event in both the history and the stream. */
function nameOf(event: DispatchNews): string {
  const { id, version } =
    event.type === 'order.changed' ? event.order : event.type === 'courier.changed' ? event.courier : event.view;
  return `${event.type} ${id} ${version}`;
}

/**
 * @param history of an office, newest first.
 * @param news oldest first, of all offices; may overlap with `history`.
 * @returns the office's events without duplicates, oldest first.
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
 * @param courierName returns the name for a courier's id, if known.
 * @returns the latest entries, newest first.
 */
export const officeActivity = (
  events: readonly DispatchNews[],
  courierName: (id: string) => string | undefined,
): readonly ActivityEntry[] => activityEntries(events, courierName).slice(0, MAX_ENTRIES);

/**
 * @returns whether these events yield more entries than are shown. Exactly as many is not enough: the oldest entry
 * may include earlier events.
 */
export const hasEnoughActivity = (events: readonly DispatchNews[]): boolean =>
  activityEntries(events, () => undefined).length > MAX_ENTRIES;
