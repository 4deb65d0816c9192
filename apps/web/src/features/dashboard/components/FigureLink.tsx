import { figureFilter, type OrderFilter } from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { OrdersLink } from '../../orders/components/OrdersLink.tsx';
import { useFigures } from '../state/figures-context.ts';

interface Props {
  /** What the figure counts, beside its day. */
  of: readonly Partial<OrderFilter>[];
  /** Another day than the screen's. */
  day?: string;
  className?: string | undefined;
  /** Accessible name, if the content alone does not say what is counted. */
  label?: string;
  children: ReactNode;
}

/** A figure of the screen's day that opens the list of what it counts. */
export function FigureLink({ of, day, ...link }: Props) {
  const { officeId, shownDay, today } = useFigures();
  const asked = day ?? shownDay;
  return <OrdersLink {...link} filter={figureFilter(asked === today ? 'hoy' : asked, ...of)} officeId={officeId} />;
}
