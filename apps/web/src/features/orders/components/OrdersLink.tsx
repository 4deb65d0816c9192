import { SCREEN_ACCESS } from '@despacho/contracts';
import { type OrderFilter } from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { useMayUse, useSession } from '#features/session/state/session.ts';
import { ordersPath } from '../rules/orders-path.ts';

interface Props {
  filter: OrderFilter;
  officeId: string;
  /** Where the list is, if not in the table of orders. */
  to?: To | undefined;
  className?: string | undefined;
  /** Accessible name, if the content does not name the counted items. */
  label?: string | undefined;
  children: ReactNode;
}

/** A figure that opens the list of its orders; plain text for people who may not see that list. */
export function OrdersLink({ filter, officeId, to, className, label, children }: Props) {
  const me = useSession();
  const mayUse = useMayUse();
  if (!mayUse(SCREEN_ACCESS.assing))
    return (
      <span className={className}>
        {children}
        {label !== undefined && <span className="visually-hidden"> {label}</span>}
      </span>
    );
  return (
    <Link to={to ?? ordersPath(filter, officeId, me)} className={className} aria-label={label}>
      {children}
    </Link>
  );
}
