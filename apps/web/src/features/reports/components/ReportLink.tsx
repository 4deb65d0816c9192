import { figureFilter, type OrderFilter } from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { OrdersLink } from '#features/orders/components/OrdersLink.tsx';
import { useShownReport } from '../state/report-context.ts';

interface Props {
  /** The filter of the figure, without the days; null if no list can show it. */
  of: readonly Partial<OrderFilter>[] | null;
  /** One of the days. */
  day?: string;
  className?: string | undefined;
  label?: string | undefined;
  children: ReactNode;
}

/** A figure of the report that opens the list of its orders. */
export function ReportLink({ of, day, children, ...link }: Props) {
  const { officeId, span } = useShownReport();
  if (of === null) return <span className={link.className}>{children}</span>;
  const { from, to } = day === undefined ? span : { from: day, to: day };
  return (
    <OrdersLink {...link} filter={figureFilter(from, { to }, ...of)} officeId={officeId}>
      {children}
    </OrdersLink>
  );
}
