/** Query parameters with the courier of an open view: the route sheet, the closing of the route, or the courier's data. */
const VIEWS = { sheet: 'hoja', closing: 'cierre', record: 'datos' } as const;

type CourierView = keyof typeof VIEWS;

/** Opens the window of all couriers. */
const COURIERS = 'repartidores';

const idIn = (params: URLSearchParams, name: string): string | null => {
  const value = params.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(value) ? value : null;
};

/** @returns the courier whose view is in the URL, or null. */
export const readCourierView = (view: CourierView, params: URLSearchParams): string | null => idIn(params, VIEWS[view]);

/** @returns whether the URL opens the window of all couriers. */
export const opensCouriers = (params: URLSearchParams): boolean => params.has(COURIERS);

/** @returns the URL parameters with this view of a courier alone, or with none; other parameters are kept. */
export function writeCourierView(
  view: CourierView,
  courierId: string | null,
  params: URLSearchParams,
): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const name of [...Object.values(VIEWS), COURIERS]) written.delete(name);
  if (courierId !== null) written.set(VIEWS[view], courierId);
  return written;
}

const REVIEWED = 'revisar';

/** @returns the order whose visit «Por revisar» shows first, or null if the URL does not open that window. */
export const readReviewed = (params: URLSearchParams): string | null => idIn(params, REVIEWED);

/** @returns the URL parameters with «Por revisar» open at an order's visit, or closed; other parameters are kept. */
export function writeReviewed(orderId: string | null, params: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(params);
  if (orderId === null) written.delete(REVIEWED);
  else written.set(REVIEWED, orderId);
  return written;
}

const LOCATED = 'ubicar';

/** @returns the order whose address «Por ubicar» opens, '' for the first one, or null if the URL does not open that window. */
export const readLocated = (params: URLSearchParams): string | null =>
  params.has(LOCATED) ? (idIn(params, LOCATED) ?? '') : null;

/** @returns the URL parameters with «Por ubicar» open, at the address of an order if it is one, or closed; others are kept. */
export function writeLocated(orderId: string | null, params: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(params);
  if (orderId === null) written.delete(LOCATED);
  else written.set(LOCATED, orderId === '' ? 'todas' : orderId);
  return written;
}
