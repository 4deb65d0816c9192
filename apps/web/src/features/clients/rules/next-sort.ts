import { type ColumnSort } from './sort-clients.ts';

/** @returns the order a press on a column's header asks for: ascending, then descending, then as it came. */
export function nextSort(sort: ColumnSort | null, id: string): ColumnSort | null {
  if (sort?.id !== id) return { id, desc: false };
  return sort.desc ? null : { id, desc: true };
}
