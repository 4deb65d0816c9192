import { type OrderFilter, type OrderSort, readOrderFilter, type SavedView } from '@despacho/contracts/dispatch';
import { sameFilter, USUAL_SORT, writeOrdersAddress } from '#features/orders/rules/orders-address.ts';

/** Query parameter with the id of the open view. */
const VIEW = 'vista';

type Shown = Pick<SavedView, 'id' | 'filter' | 'sort'>;

/** @returns the URL parameters with this view's filter, sorting and id; other parameters are kept. */
export function openedView({ id, filter, sort }: Shown, params: URLSearchParams): URLSearchParams {
  const written = writeOrdersAddress({ filter: readOrderFilter(filter), sort: sort ?? USUAL_SORT }, params);
  return namedView(id, written);
}

/** @param id null to remove the view. The filter stays unchanged. */
export function namedView(id: string | null, params: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(params);
  if (id === null) written.delete(VIEW);
  else written.set(VIEW, id);
  return written;
}

/** @returns the view in the URL, if the office still has it. */
export const viewOf = <T extends Shown>(views: readonly T[], params: URLSearchParams): T | undefined =>
  views.find(({ id }) => id === params.get(VIEW));

/** @returns whether filter and sorting differ from the view. */
export const isModified = (view: Shown, filter: OrderFilter, sort: OrderSort): boolean =>
  !sameFilter(readOrderFilter(view.filter), filter) || (view.sort ?? USUAL_SORT) !== sort;
