import { type OrderFilter, type OrderSort } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayAfter, dayIn } from '../../../shared/format/format-day.ts';
import { useServerTime } from '../../../shared/hooks/use-server-time.ts';
import { countsQuery } from '../api/orders-queries.ts';
import { foldsEarlierDays } from '../rules/earlier-days.ts';
import { withDays } from '../rules/narrowed.ts';
import { type DispatchOffice, type EarlierOrders } from './contexts.ts';

const MINUTE = 60_000;

export interface EarlierDays {
  /** The filter of the screen. */
  whole: OrderFilter;
  /** The filter of the table: from today on while earlier days are folded. */
  listed: OrderFilter;
  /** Whether it is not known yet if there are any; the row would move the table when it comes. */
  isPending: boolean;
  /** Null without orders of earlier days to fold. */
  earlier: EarlierOrders | null;
}

/** Folds the open orders of earlier days, so that the table begins with today's. */
export function useEarlierDays(
  { officeId, timeZone }: DispatchOffice,
  whole: OrderFilter,
  sort: OrderSort,
): EarlierDays {
  const [isOpen, setOpen] = useState(false);
  const today = dayIn(timeZone, useServerTime(MINUTE));
  const folds = foldsEarlierDays(whole, sort);
  const until = withDays(whole, '', dayAfter(today, -1));
  const counted = useQuery({ ...countsQuery(officeId, until), enabled: folds });
  const count = counted.data?.total ?? 0;
  return {
    whole,
    isPending: folds && counted.isPending,
    listed: folds && !isOpen ? withDays(whole, today, '') : whole,
    earlier:
      folds && count > 0
        ? {
            count,
            isOpen,
            toggle: () => {
              setOpen(!isOpen);
            },
          }
        : null,
  };
}
