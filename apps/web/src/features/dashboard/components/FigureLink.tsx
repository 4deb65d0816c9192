import { SCREEN_ACCESS } from '@despacho/contracts';
import { figureFilter, type OrderFilter } from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ordersPath } from '../../orders/rules/orders-path.ts';
import { useMayUse, useSession } from '../../session/state/session.ts';
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

/** A figure that opens the list of what it counts; plain text for people who may not see that list. */
export function FigureLink({ of, day, className, label, children }: Props) {
  const me = useSession();
  const mayUse = useMayUse();
  const { officeId, shownDay, today } = useFigures();
  if (!mayUse(SCREEN_ACCESS.assing))
    return (
      <span className={className}>
        {children}
        {label !== undefined && <span className="visually-hidden"> {label}</span>}
      </span>
    );
  const asked = day ?? shownDay;
  return (
    <Link
      to={ordersPath(figureFilter(asked === today ? 'hoy' : asked, ...of), officeId, me)}
      className={className}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
