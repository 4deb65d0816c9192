import { useToday } from '#shared/hooks/use-today.ts';
import { type LoadDay } from '../api/stops-query.ts';
import { useDispatchOffice, useOrderFilter } from './use-orders-state.ts';

/** @returns the day whose loads and routes the desk shows: that of the table if it is later, otherwise today. */
export function useDeskDay(): LoadDay {
  const today = useToday(useDispatchOffice().timeZone);
  const { from, to } = useOrderFilter().filter;
  return { today, day: from !== undefined && from === to && from > today ? from : today };
}
