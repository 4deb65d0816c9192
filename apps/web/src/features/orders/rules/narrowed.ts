import { type OrderFilter } from '@despacho/contracts/dispatch';

/** @returns the filter with these calendar days; an empty string removes one. */
export function withDays(filter: OrderFilter, from: string, to: string): OrderFilter {
  const next = { ...filter };
  delete next.from;
  delete next.to;
  return { ...next, ...(from && { from }), ...(to && { to }) };
}

/** @returns the filter with this search; a blank one is removed. */
export function withSearch(filter: OrderFilter, search: string): OrderFilter {
  const next = { ...filter };
  delete next.search;
  const text = search.trim();
  return text === '' ? next : { ...next, search: text };
}

/** @returns the filter without its restriction to one import or action. */
export function withoutBatch(filter: OrderFilter): OrderFilter {
  const next = { ...filter };
  delete next.batch;
  return next;
}
