import { OPEN_STATES, type OrderState } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay } from '#shared/format/format-day.ts';
import { workingDayIn } from '#shared/format/working-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { paths } from '#shared/paths.ts';
import { Card } from '#shared/ui/Card/Card.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { StateMark } from '#features/orders/components/StateMark.tsx';
import { clientFilter, orderPath, ordersPath } from '#features/orders/rules/orders-path.ts';
import { useMayUse, useSession } from '#features/session/state/session.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import { clientFiguresQuery, clientOrdersQuery } from '../api/client-orders-query.ts';
import styles from './ClientOrders.module.css';

const DAYS = 30;
const DAY = 86_400_000;

const FIGURES: readonly { title: string; states: readonly OrderState[] }[] = [
  { title: 'Por hacer', states: OPEN_STATES },
  { title: 'Entregadas', states: ['entregada'] },
  { title: 'No entregadas', states: ['no_entregada'] },
  { title: 'Devueltas o anuladas', states: ['en_devolucion', 'devuelta', 'anulada'] },
];

/** Figures of a client's last month, and the newest orders. */
export function ClientOrders({ clientId }: { clientId: string }) {
  const me = useSession();
  const mayUse = useMayUse();
  const { officeId, timeZone } = useOffice();
  const now = useServerTime();
  const today = workingDayIn(timeZone, now);
  const since = workingDayIn(timeZone, now - DAYS * DAY);
  const figures = useQuery(clientFiguresQuery(officeId, clientId, since));
  const list = useQuery(clientOrdersQuery(officeId, clientId));
  const filter = clientFilter(clientId);
  const counts = figures.data?.states;
  return (
    <Card
      title="Órdenes"
      note={
        <>
          {mayUse(['D05']) && (
            <>
              <Link to={`${paths.dashboard}/informes?ficha=${encodeURIComponent(clientId)}`}>Ficha del mes</Link> ·{' '}
            </>
          )}
          <Link to={ordersPath(filter, officeId, me)}>Ver todas</Link>
        </>
      }
    >
      <ul className={styles['figures']} aria-label={`Últimos ${DAYS} días`}>
        {FIGURES.map(({ title, states }) => (
          <li key={title}>
            <Link
              className={styles['figure']}
              to={ordersPath({ ...filter, states: { is: [...states], not: [] }, from: since }, officeId, me)}
            >
              <span className={styles['count']}>
                {counts ? (
                  formatNumber(states.reduce((sum, state) => sum + counts[state], 0))
                ) : figures.isLoadingError ? (
                  '–'
                ) : (
                  <Skeleton width={36} height={24} />
                )}
              </span>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <p className={styles['since']}>Últimos {DAYS} días</p>
      {figures.isLoadingError && <QueryError query={figures} />}
      {list.isLoadingError && <QueryError query={list} />}
      {list.isPending && <Skeleton height={160} />}
      {list.data?.orders.length === 0 && (
        <p className={styles['none']}>Esta oficina no tiene órdenes de este cliente.</p>
      )}
      {list.data && list.data.orders.length > 0 && (
        <ul className={styles['list']} aria-label="Las más nuevas">
          {list.data.orders.map(({ id, code, date, state, recipient, place, collect, courier }) => (
            <li key={id}>
              <Link to={orderPath({ id, officeId }, me)} className={styles['order']}>
                <span className={styles['code']}>{code}</span>
                <span className={styles['day']}>{date === today ? 'Hoy' : formatDay(date, today)}</span>
                <span className={styles['what']}>
                  <span className="truncate">{recipient.name}</span>
                  <span className={styles['more']}>
                    {[
                      place.address,
                      ...(courier ? [courier.name] : []),
                      ...(collect ? [formatSoles(collect.due)] : []),
                    ].join(' · ')}
                  </span>
                </span>
                <StateMark state={state} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
