import { type OrderFilter, type OrderSort, readOrderFilter, type SavedView } from '@despacho/contracts/dispatch';
import { sameFilter, USUAL_SORT, writeOrdersAddress } from '../../orders/rules/orders-address.ts';

/** The parameter of the address that names the view one started from. */
const VIEW = 'vista';

type Shown = Pick<SavedView, 'id' | 'filter' | 'sort'>;

/** @returns the address with this view's filter and sorting in it, and its name; what else it says is kept. */
export function openedView({ id, filter, sort }: Shown, params: URLSearchParams): URLSearchParams {
  const written = writeOrdersAddress({ filter: readOrderFilter(filter), sort: sort ?? USUAL_SORT }, params);
  return namedView(id, written);
}

/** @param id none to forget which view one started from. The filter stays as it is. */
export function namedView(id: string | null, params: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(params);
  if (id === null) written.delete(VIEW);
  else written.set(VIEW, id);
  return written;
}

/** @returns the view the address names, if the office still has it. */
export const viewOf = <T extends Shown>(views: readonly T[], params: URLSearchParams): T | undefined =>
  views.find(({ id }) => id === params.get(VIEW));

/** @returns whether filter and sorting are no longer those of the view. */
export const isModified = (view: Shown, filter: OrderFilter, sort: OrderSort): boolean =>
  !sameFilter(readOrderFilter(view.filter), filter) || (view.sort ?? USUAL_SORT) !== sort;
