import { figureFilter, type OrderFilter, writeOrderFilter } from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { OrdersLink } from '#features/orders/components/OrdersLink.tsx';
import { useFigures } from '../state/figures-context.ts';

interface Props {
  /** The filter of the figure, without its day. */
  of: readonly Partial<OrderFilter>[];
  /** Another day than the screen's. */
  day?: string;
  className?: string | undefined;
  /** Accessible name, if the content does not name the counted items. */
  label?: string;
  children: ReactNode;
}

/** Query parameter with the filter of a list as of a past minute. */
export const LIST_PARAM = 'lista';

/** A figure that opens the list of its orders, now or at the shown past minute. */
export function FigureLink({ of, day, ...link }: Props) {
  const { search } = useLocation();
  const { officeId, shownDay, today, moment } = useFigures();
  const asked = day ?? shownDay;
  const filter = figureFilter(asked === today && moment === undefined ? 'hoy' : asked, ...of);
  const past = (): { search: string } => {
    const params = new URLSearchParams(search);
    params.set(LIST_PARAM, String(new URLSearchParams(writeOrderFilter(filter) as Record<string, string>)));
    return { search: String(params) };
  };
  return <OrdersLink {...link} filter={filter} officeId={officeId} to={moment === undefined ? undefined : past()} />;
}
