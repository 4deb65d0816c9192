import { SCREEN_ACCESS } from '@despacho/contracts';
import { figureFilter, type OrderFilter, writeOrderFilter } from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
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

/** Query parameter with the filter of a list as of a past minute. */
export const LIST_PARAM = 'lista';

/**
 * A figure that opens the list of what it counts, as it is now or was at the past minute that is shown; plain text for
 * people who may not see that list.
 */
export function FigureLink({ of, day, className, label, children }: Props) {
  const me = useSession();
  const mayUse = useMayUse();
  const { search } = useLocation();
  const { officeId, shownDay, today, moment } = useFigures();
  if (!mayUse(SCREEN_ACCESS.assing))
    return (
      <span className={className}>
        {children}
        {label !== undefined && <span className="visually-hidden"> {label}</span>}
      </span>
    );
  const asked = day ?? shownDay;
  const past = (): { search: string } => {
    const params = new URLSearchParams(search);
    params.set(
      LIST_PARAM,
      String(new URLSearchParams(writeOrderFilter(figureFilter(asked, ...of)) as Record<string, string>)),
    );
    return { search: String(params) };
  };
  return (
    <Link
      to={
        moment === undefined ? ordersPath(figureFilter(asked === today ? 'hoy' : asked, ...of), officeId, me) : past()
      }
      className={className}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
