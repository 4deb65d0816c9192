import { CHARGE_ALL_OFFICES, type SessionView } from '@despacho/contracts';
import { type OrderFilter } from '@despacho/contracts/dispatch';
import { paths } from '../../../shared/paths.ts';
import { OFFICE_PARAM } from '../../session/state/use-office.ts';
import { USUAL_SORT, writeOrdersAddress } from './orders-address.ts';
import { writeOrderWindow } from './order-window.ts';

/** Who follows a link: users who may choose an office need it in the URL. */
type Viewer = Pick<SessionView, 'charge'>;

const officeParam = (officeId: string, { charge }: Viewer): Record<string, string> =>
  charge === CHARGE_ALL_OFFICES ? { [OFFICE_PARAM]: officeId } : {};

const withQuery = (params: URLSearchParams): string => {
  const query = params.toString();
  return query === '' ? paths.assign : `${paths.assign}?${query}`;
};

/** @returns the URL of a list with this filter. */
export const ordersPath = (filter: OrderFilter, officeId: string, viewer: Viewer): string =>
  withQuery(writeOrdersAddress({ filter, sort: USUAL_SORT }, new URLSearchParams(officeParam(officeId, viewer))));

/** An order and its office. */
export interface OrderPlace {
  id: string;
  officeId: string;
}

/** @returns the URL of an order next to its office's list. */
export const orderPath = ({ id, officeId }: OrderPlace, viewer: Viewer): string =>
  withQuery(writeOrderWindow({ kind: 'detail', id }, new URLSearchParams(officeParam(officeId, viewer))));
