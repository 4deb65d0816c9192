import { type DispatchNews } from '../../../shared/live/event-log.ts';
import { type ActivityEntry, activityEntries, ordersText } from '../../../shared/live/activity-entries.ts';

/** Maximum number of entries. Older ones are in each order's history. */
export const MAX_ENTRIES = 40;

/** Identifies an event in both the history and the stream. */
function nameOf(event: DispatchNews): string {
  if (event.type === 'day.changed') return [event.type, event.courier.id, event.at, event.what].join(' ');
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

/** How long the same thing by the same person is one entry, in milliseconds. */
const SPAN = 15 * 60_000;

type Group = [newest: ActivityEntry, ...older: ActivityEntry[]];

/**
 * Merges entries of the same person that do the same with orders within a quarter of an hour: «creó 14 órdenes» instead
 * of 14 lines. Corrections stay apart, because each names its new state.
 * @param entries newest first.
 */
function merged(entries: readonly ActivityEntry[]): ActivityEntry[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for (const entry of entries) {
    const { who, kind, to = '', at, key } = entry;
    const isApart = kind === 'corregida' || kind === 'repartidor' || kind === 'vista';
    const name = isApart ? key : [who, kind, to].join(' ');
    const group = open.get(name);
    if (group && Date.parse(group[0].at) - Date.parse(at) <= SPAN) {
      group.push(entry);
      continue;
    }
    const started: Group = [entry];
    groups.push(started);
    open.set(name, started);
  }
  return groups.map(mergedEntry).toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function mergedEntry([newest, ...older]: Group): ActivityEntry {
  if (older.length === 0 || newest.kind === 'repartidor' || newest.kind === 'vista') return newest;
  const orders = new Map(
    [newest, ...older].flatMap(({ orderIds, codes }) => orderIds.map((id, at) => [id, codes[at] ?? ''])),
  );
  const codes = [...orders.values()];
  return { ...newest, text: ordersText(newest.kind, codes, newest.to), orderIds: [...orders.keys()], codes };
}

/**
 * @param events of one office, oldest first.
 * @param courierName returns the name for a courier's id, if known.
 * @returns the latest entries, newest first.
 */
export const officeActivity = (
  events: readonly DispatchNews[],
  courierName: (id: string) => string | undefined,
): readonly ActivityEntry[] => merged(activityEntries(events, courierName)).slice(0, MAX_ENTRIES);

/**
 * @returns whether these events yield more entries than are shown. Exactly as many is not enough: the oldest entry
 * may include earlier events.
 */
export const hasEnoughActivity = (events: readonly DispatchNews[]): boolean =>
  activityEntries(events, () => undefined).length > MAX_ENTRIES;
