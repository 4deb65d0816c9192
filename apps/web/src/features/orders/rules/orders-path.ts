import { type OrderFilter } from '@despacho/contracts/dispatch';
import { paths } from '../../../shared/paths.ts';
import { USUAL_SORT, writeOrdersAddress } from './orders-address.ts';
import { writeOrderWindow } from './order-window.ts';

const withQuery = (params: URLSearchParams): string => {
  const query = params.toString();
  return query === '' ? paths.assign : `${paths.assign}?${query}`;
};

/** @returns where exactly these orders are listed. */
export const ordersPath = (filter: OrderFilter): string => withQuery(writeOrdersAddress({ filter, sort: USUAL_SORT }));

/** @returns where one order is shown, beside the list. */
export const orderPath = (id: string): string =>
  withQuery(writeOrderWindow({ kind: 'detail', id }, new URLSearchParams()));
