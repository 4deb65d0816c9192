import { type OrderFilter, type OrderSort } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayAfter } from '#shared/format/format-day.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { countsQuery } from '../api/orders-queries.ts';
import { withDays } from '../rules/narrowed.ts';
import { USUAL_SORT } from '../rules/orders-address.ts';
import { type Preset, presetOf } from '../rules/presets.ts';
import { type DispatchOffice, type EarlierOrders } from './use-orders-state.ts';

export interface EarlierDays {
  /** The filter of the table: from today on while earlier days are folded. */
  listed: OrderFilter;
  /** Whether their existence is still unknown; their row would move the table when it appears. */
  isPending: boolean;
  /** Null without orders of earlier days to fold. */
  earlier: EarlierOrders | null;
}

/**
 * @returns whether the table collapses orders of earlier days: among all open orders, or all, in the default sorting,
 * which begins with them. A search, a batch or «Atrasadas» lists them.
 */
const foldsEarlierDays = (filter: OrderFilter, sort: OrderSort, preset: Preset | null): boolean =>
  (preset === 'open' || preset === 'all') &&
  sort === USUAL_SORT &&
  filter.search === undefined &&
  filter.batch === undefined &&
  !filter.flags.is.includes('vencidas');

/**
 * Collapses the orders of earlier days, so that the table begins with today's.
 * @param whole the filter of the screen.
 */
export function useEarlierDays(
  { officeId, timeZone }: DispatchOffice,
  whole: OrderFilter,
  sort: OrderSort,
): EarlierDays {
  const [isOpen, setOpen] = useState(false);
  const today = useToday(timeZone);
  const preset = presetOf(whole);
  const folds = foldsEarlierDays(whole, sort, preset);
  const until = withDays(whole, '', dayAfter(today, -1));
  const counted = useQuery({ ...countsQuery(officeId, until), enabled: folds });
  const count = counted.data?.total ?? 0;
  const toggle = (): void => {
    setOpen(!isOpen);
  };
  return {
    isPending: folds && counted.isPending,
    listed: folds && !isOpen ? withDays(whole, today, '') : whole,
    earlier: folds && count > 0 ? { count, isOpen, areOpen: preset === 'open', toggle } : null,
  };
}
