import { type OrderFilterQuery, type OrderSort } from '@despacho/contracts/dispatch';

/** Query keys of an office's orders, from general to specific, so that a prefix matches everything below it. */
export const ordersKeys = {
  all: (officeId: string) => ['dispatch', officeId] as const,
  lists: (officeId: string) => ['dispatch', officeId, 'orders'] as const,
  list: (officeId: string, query: OrderFilterQuery, sort: OrderSort) =>
    ['dispatch', officeId, 'orders', query, sort] as const,
  counts: (officeId: string) => ['dispatch', officeId, 'counts'] as const,
  countsOf: (officeId: string, query: OrderFilterQuery) => ['dispatch', officeId, 'counts', query] as const,
  senders: (officeId: string) => ['dispatch', officeId, 'senders'] as const,
  views: (officeId: string) => ['dispatch', officeId, 'views'] as const,
  details: (officeId: string) => ['dispatch', officeId, 'order'] as const,
  detail: (officeId: string, id: string) => ['dispatch', officeId, 'order', id] as const,
};
