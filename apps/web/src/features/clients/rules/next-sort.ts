import { type ColumnSort } from './sort-clients.ts';

/** @returns the sorting after a click on a column header: ascending, then descending, then unsorted. */
export function nextSort(sort: ColumnSort | null, id: string): ColumnSort | null {
  if (sort?.id !== id) return { id, desc: false };
  return sort.desc ? null : { id, desc: true };
}
