import { workingDayIn } from '../../../shared/format/working-day.ts';

/** A row of the wall: the heading of a day, or photos side by side. */
export type WallRow<P> =
  | { kind: 'day'; day: string }
  | { kind: 'photos'; day: string; photos: readonly P[]; from: number };

/**
 * Groups photos by the day they were taken, in the given order.
 * @param columns photos per row.
 * @returns the rows; `from` is the position of a row's first photo in the list.
 */
export function wallRows<P extends { takenAt: string }>(
  photos: readonly P[],
  columns: number,
  timeZone: string,
): WallRow<P>[] {
  const rows: WallRow<P>[] = [];
  let day = '';
  let from = 0;
  let open: P[] = [];
  const close = (): void => {
    if (open.length > 0) rows.push({ kind: 'photos', day, photos: open, from: from - open.length });
    open = [];
  };
  for (const photo of photos) {
    const taken = workingDayIn(timeZone, Date.parse(photo.takenAt));
    if (taken !== day) {
      close();
      day = taken;
      rows.push({ kind: 'day', day });
    } else if (open.length === columns) close();
    open.push(photo);
    from += 1;
  }
  close();
  return rows;
}
