import { type OrderFilter, type OrderSort } from '@despacho/contracts/dispatch';
import { USUAL_SORT } from './orders-address.ts';
import { presetOf } from './presets.ts';

/**
 * @returns whether the table folds orders of earlier days: among all open orders in the default sorting, which would
 * begin with them. A search, a batch or «Atrasadas» lists what it finds.
 */
export const foldsEarlierDays = (filter: OrderFilter, sort: OrderSort): boolean =>
  sort === USUAL_SORT &&
  filter.search === undefined &&
  filter.batch === undefined &&
  !filter.flags.is.includes('vencidas') &&
  // The day only matters for the preset of today.
  presetOf(filter, '') === 'open';
