import { workingDayIn } from '#shared/format/working-day.ts';

/** A row of the wall: the heading of a day or of an order, or photos side by side. */
export type WallRow<P> =
  | { kind: 'day'; day: string; photos: P[] }
  | { kind: 'order'; photos: readonly P[] }
  | { kind: 'photos'; photos: readonly P[]; from: number };

/**
 * Groups photos by the day they were taken, in the given order.
 * @param columns photos per row.
 * @returns the rows; `from` is the position of a row's first photo in the list, and a heading has all photos below it.
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
  let ofDay: P[] = [];
  const close = (): void => {
    if (open.length > 0) rows.push({ kind: 'photos', photos: open, from: from - open.length });
    open = [];
  };
  for (const photo of photos) {
    const taken = workingDayIn(timeZone, Date.parse(photo.takenAt));
    if (taken !== day) {
      close();
      day = taken;
      ofDay = [];
      rows.push({ kind: 'day', day, photos: ofDay });
    } else if (open.length === columns) close();
    open.push(photo);
    ofDay.push(photo);
    from += 1;
  }
  close();
  return rows;
}

/** Groups photos that follow one another by their order. @returns the rows as `wallRows`, with a heading for each order. */
export function orderRows<P extends { order: { id: string } }>(photos: readonly P[], columns: number): WallRow<P>[] {
  const rows: WallRow<P>[] = [];
  for (let from = 0; from < photos.length;) {
    const id = photos[from]?.order.id;
    const end = photos.findIndex((photo, at) => at > from && photo.order.id !== id);
    const group = photos.slice(from, end < 0 ? photos.length : end);
    rows.push({ kind: 'order', photos: group });
    for (let at = 0; at < group.length; at += columns)
      rows.push({ kind: 'photos', photos: group.slice(at, at + columns), from: from + at });
    from += group.length;
  }
  return rows;
}
