import { useQuery } from '@tanstack/react-query';
import Activity from 'lucide-react/icons/activity';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { dayIn } from '../../../shared/format/format-day.ts';
import { useStore } from '../../../shared/state/store.ts';
import { eventLog } from '../../../shared/live/event-log.ts';
import { type ActivityEntry } from '../../../shared/live/activity-entries.ts';
import { Card } from '../../../shared/ui/Card/Card.tsx';
import { QueryError } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { courierNamesQuery } from '../../couriers/api/couriers-query.ts';
import { orderPath } from '../../orders/rules/orders-path.ts';
import { useServerTime } from '../../../shared/hooks/use-server-time.ts';
import { useOffice } from '../../session/state/use-office.ts';
import { useSession } from '../../session/state/session.ts';
import styles from './ActivityWidget.module.css';
import { historyQuery } from '../api/history-query.ts';
import { officeActivity, withHistory } from '../rules/office-activity.ts';
import { whenText } from '../rules/when-text.ts';

function Line({ entry, timeZone, today }: { entry: ActivityEntry; timeZone: string; today: string }) {
  const { at, who, text, officeId, orderIds } = entry;
  const me = useSession();
  const [only] = orderIds;
  const words = (
    <>
      <strong>{who}</strong> {text}
    </>
  );
  return (
    <li>
      <time dateTime={at}>{whenText(at, timeZone, today)}</time>
      {only !== undefined && orderIds.length === 1 ? (
        <Link to={orderPath({ id: only, officeId }, me)}>{words}</Link>
      ) : (
        <Several entry={entry}>{words}</Several>
      )}
    </li>
  );
}

const MAX_LINKS = 24;

function Several({ entry: { officeId, orderIds, codes }, children }: { entry: ActivityEntry; children: ReactNode }) {
  const me = useSession();
  if (orderIds.length === 0) return <span>{children}</span>;
  return (
    <details>
      <summary>{children}</summary>
      <span className={styles['codes']}>
        {orderIds.slice(0, MAX_LINKS).map((id, index) => (
          <Link key={id} to={orderPath({ id, officeId }, me)}>
            {codes[index]}
          </Link>
        ))}
        {orderIds.length > MAX_LINKS && <span>y {orderIds.length - MAX_LINKS} más</span>}
      </span>
    </details>
  );
}

function Quiet() {
  return (
    <div className={styles['quiet']}>
      <Activity size={22} aria-hidden="true" />
      <p>
        Todavía no pasó nada en esta oficina. Aquí aparecerá lo que haga cada persona con las órdenes, en el momento en
        que lo haga.
      </p>
    </div>
  );
}

const Waiting = () => (
  <div role="status" aria-busy="true" aria-label="Cargando la actividad" className={styles['waiting']}>
    {Array.from({ length: 6 }, (_, row) => (
      <Skeleton key={row} height={20} width={`${50 + ((row * 17) % 45)}%`} />
    ))}
  </div>
);

/** D06: recent events of the office as text, updated live. */
export function ActivityWidget() {
  const { officeId, timeZone } = useOffice();
  const today = dayIn(timeZone, useServerTime());
  const { data: couriers } = useQuery(courierNamesQuery(officeId));
  const history = useQuery(historyQuery(officeId));
  const log = useStore(eventLog);
  const entries = useMemo(() => {
    const names = new Map(couriers?.map(({ id, name }) => [id, name]));
    return officeActivity(withHistory(history.data ?? [], log.events, officeId), (id) => names.get(id));
  }, [history.data, log, couriers, officeId]);
  const isEmpty = entries.length === 0;
  return (
    <Card title="Actividad">
      {isEmpty && history.isPending && <Waiting />}
      {isEmpty && history.isSuccess && <Quiet />}
      {!isEmpty && (
        <ol className={styles['list']} aria-label="Lo último" tabIndex={0}>
          {entries.map((entry) => (
            <Line key={entry.key} entry={entry} timeZone={timeZone} today={today} />
          ))}
        </ol>
      )}
      {history.isLoadingError && <QueryError query={history} />}
    </Card>
  );
}
