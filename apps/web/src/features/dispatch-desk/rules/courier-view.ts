/** Query parameters with the courier of an open view: the route sheet, or the closing of the route. */
const VIEWS = { sheet: 'hoja', closing: 'cierre' } as const;

type CourierView = keyof typeof VIEWS;

/** @returns the courier whose view is in the URL, or null. */
export function readCourierView(view: CourierView, params: URLSearchParams): string | null {
  const value = params.get(VIEWS[view]) ?? '';
  return /^[1-9]\d{0,14}$/.test(value) ? value : null;
}

/** @returns the URL parameters with this view of a courier alone, or with neither; other parameters are kept. */
export function writeCourierView(
  view: CourierView,
  courierId: string | null,
  params: URLSearchParams,
): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const name of Object.values(VIEWS)) written.delete(name);
  if (courierId !== null) written.set(VIEWS[view], courierId);
  return written;
}
