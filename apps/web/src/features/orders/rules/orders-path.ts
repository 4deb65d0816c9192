import { type OrderFilter } from '@despacho/contracts/dispatch';
import { paths } from '../../../shared/paths.ts';
import { OFFICE_PARAM } from '../../session/office/use-office.ts';
import { USUAL_SORT, writeOrdersAddress } from './orders-address.ts';
import { writeOrderWindow } from './order-window.ts';

const withQuery = (params: URLSearchParams): string => {
  const query = params.toString();
  return query === '' ? paths.assign : `${paths.assign}?${query}`;
};

/** @returns where exactly these orders are listed. */
export const ordersPath = (filter: OrderFilter): string => withQuery(writeOrdersAddress({ filter, sort: USUAL_SORT }));

/** An order, and whose it is. */
export interface OrderPlace {
  id: string;
  officeId: string;
}

/**
 * @param own the office of whoever follows the link: it goes without saying, any other is named.
 * @returns where one order is shown, beside the list of its office.
 */
export const orderPath = ({ id, officeId }: OrderPlace, own: string): string =>
  withQuery(
    writeOrderWindow({ kind: 'detail', id }, new URLSearchParams(officeId === own ? {} : { [OFFICE_PARAM]: officeId })),
  );
