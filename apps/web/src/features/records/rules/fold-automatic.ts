import { isAutomatic, type TrailEntryView } from '@despacho/contracts/dispatch';
import { dayIn } from '#shared/format/format-day.ts';

/** The automatic entries of one day. */
export interface AutomaticDay {
  id: string;
  day: string;
  /** How many times, not entries. */
  count: number;
  entries: TrailEntryView[];
}

/** @returns the entries, with one fold for each day in place of its automatic ones, where the newest of them was. */
export function foldAutomatic(entries: readonly TrailEntryView[], timeZone: string): (TrailEntryView | AutomaticDay)[] {
  const folds = new Map<string, AutomaticDay>();
  return entries.flatMap((entry): (TrailEntryView | AutomaticDay)[] => {
    if (!isAutomatic(entry)) return [entry];
    const day = dayIn(timeZone, Date.parse(entry.at));
    const known = folds.get(day);
    if (known) {
      known.entries.push(entry);
      known.count += entry.count;
      return [];
    }
    const fold = { id: `fold ${day}`, day, count: entry.count, entries: [entry] };
    folds.set(day, fold);
    return [fold];
  });
}
