import { CHARGE_ALL_OFFICES, type SessionView } from '@despacho/contracts';
import { emptyFilter, type Order, type OrderFilter } from '@despacho/contracts/dispatch';
import * as z from 'zod/mini';
import { paths } from '#shared/paths.ts';
import { OFFICE_PARAM } from '#features/session/state/use-office.ts';
import { writeCourierView, writeLocated, writeReviewed } from './courier-view.ts';
import { USUAL_SORT, writeOrdersAddress } from './orders-address.ts';
import { writeOrderWindow } from './order-window.ts';

/** The user who follows a link: a user who may choose an office needs it in the URL. */
type Viewer = Pick<SessionView, 'charge'>;

const officeParam = (officeId: string, { charge }: Viewer): Record<string, string> =>
  charge === CHARGE_ALL_OFFICES ? { [OFFICE_PARAM]: officeId } : {};

const withQuery = (params: URLSearchParams, path: string = paths.assign): string => {
  const query = params.toString();
  return query === '' ? path : `${path}?${query}`;
};

/** @returns the URL of a list with this filter. */
export const ordersPath = (filter: OrderFilter, officeId: string, viewer: Viewer): string =>
  withQuery(writeOrdersAddress({ filter, sort: USUAL_SORT }, new URLSearchParams(officeParam(officeId, viewer))));

/** @returns the URL of the map of the orders of this filter. */
export const mapPath = (filter: OrderFilter, officeId: string, viewer: Viewer): string =>
  withQuery(
    writeOrdersAddress({ filter, sort: USUAL_SORT }, new URLSearchParams(officeParam(officeId, viewer))),
    paths.map,
  );

/** @returns the URL of an order next to its office's list. */
export const orderPath = ({ id, officeId }: { id: string; officeId: string }, viewer: Viewer): string =>
  withQuery(writeOrderWindow({ kind: 'detail', id }, new URLSearchParams(officeParam(officeId, viewer))));

/** @returns the URL of «Por revisar» with the visit of an order first. */
export const reviewPath = ({ id, officeId }: { id: string; officeId: string }, viewer: Viewer): string =>
  withQuery(writeReviewed(id, new URLSearchParams(officeParam(officeId, viewer))));

/** @returns the URL of «Por ubicar», at the address of an order if `id` is not empty. */
export const locatePath = ({ id, officeId }: { id: string; officeId: string }, viewer: Viewer): string =>
  withQuery(writeLocated(id, new URLSearchParams(officeParam(officeId, viewer))));

/** @returns the URL of «Cerrar ruta» of a courier. */
export const closingPath = ({ id, officeId }: { id: string; officeId: string }, viewer: Viewer): string =>
  withQuery(writeCourierView('closing', id, new URLSearchParams(officeParam(officeId, viewer))));

/** @returns the URL of «Liquidación» with the day of a courier. */
export function settlementPath(
  { id, day, officeId }: { id: string; day: string; officeId: string },
  viewer: Viewer,
): string {
  const params = new URLSearchParams({ ...officeParam(officeId, viewer), dia: day, repartidor: id });
  return withQuery(params, `${paths.dashboard}/liquidacion`);
}

/** @returns the URL of a courier's data. */
export const courierPath = ({ id, officeId }: { id: string; officeId: string }, viewer: Viewer): string =>
  withQuery(writeCourierView('record', id, new URLSearchParams(officeParam(officeId, viewer))));

type Client = Order['client'];

export const clientFilter = (id: string): OrderFilter => ({ ...emptyFilter(), clients: { is: [id], not: [] } });

/**
 * A link to the form of a new order for a client, next to the client's orders. The client travels in the state of the
 * history entry, because a name and a phone number do not belong in a URL.
 */
export const newOrderLink = (
  client: Client & { id: string },
  officeId: string,
  viewer: Viewer,
): { to: string; state: { newFor: Client } } => {
  const list = new URLSearchParams(officeParam(officeId, viewer));
  const filtered = writeOrdersAddress({ filter: clientFilter(client.id), sort: USUAL_SORT }, list);
  return { to: withQuery(writeOrderWindow({ kind: 'new' }, filtered)), state: { newFor: client } };
};

const newFor = z.object({
  newFor: z.object({ id: z.nullable(z.string()), name: z.string(), phone: z.nullable(z.string()) }),
});

/** @returns the client in the state of a history entry, or null. */
export function newOrderClient(state: unknown): Client | null {
  const read = newFor.safeParse(state);
  return read.success ? read.data.newFor : null;
}
