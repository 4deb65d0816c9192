import { useQuery } from '@tanstack/react-query';
import Activity from 'lucide-react/icons/activity';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { eventLog, subscribeEventLog } from '../../shared/live/event-log.ts';
import { type Happening } from '../../shared/live/event-words.ts';
import { Freshness } from '../../shared/live/Freshness.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { couriersQuery } from '../couriers/api/couriers-query.ts';
import { orderPath } from '../orders/rules/orders-path.ts';
import { useSession } from '../session/session.ts';
import { useTimeZone } from '../session/use-time-zone.ts';
import styles from './ActivityWidget.module.css';
import { clockTime } from './clock-time.ts';
import { officeActivity } from './office-activity.ts';

function Line({ happening, timeZone }: { happening: Happening; timeZone: string }) {
  const { at, who, text, officeId, orderIds } = happening;
  const { officeId: own } = useSession();
  const [only] = orderIds;
  const words = (
    <>
      <strong>{who}</strong> {text}
    </>
  );
  return (
    <li>
      <time dateTime={at}>{clockTime(at, timeZone)}</time>
      {only !== undefined && orderIds.length === 1 ? (
        <Link to={orderPath({ id: only, officeId }, own.id)}>{words}</Link>
      ) : (
        <Several happening={happening}>{words}</Several>
      )}
    </li>
  );
}

/** More links than this nobody reads. */
const MOST_LINKS = 24;

function Several({
  happening: { officeId, orderIds, codes },
  children,
}: {
  happening: Happening;
  children: ReactNode;
}) {
  const { officeId: own } = useSession();
  if (orderIds.length === 0) return <span>{children}</span>;
  return (
    <details>
      <summary>{children}</summary>
      <span className={styles['codes']}>
        {orderIds.slice(0, MOST_LINKS).map((id, index) => (
          <Link key={id} to={orderPath({ id, officeId }, own.id)}>
            {codes[index]}
          </Link>
        ))}
        {orderIds.length > MOST_LINKS && <span>y {orderIds.length - MOST_LINKS} más</span>}
      </span>
    </details>
  );
}

/** D06: what happens in the office, in words, at the moment it happens. */
export function ActivityWidget() {
  const { officeId } = useSession();
  const timeZone = useTimeZone();
  const { data: couriers } = useQuery(couriersQuery(officeId.id));
  const log = useSyncExternalStore(subscribeEventLog, eventLog);
  const [since] = useState(() => new Date().toISOString());
  const happenings = useMemo(() => {
    const names = new Map(couriers?.map(({ id, name }) => [id, name]));
    return officeActivity(log.events, officeId.id, (id) => names.get(id));
  }, [log, couriers, officeId.id]);
  return (
    <Card title="Actividad" note={<Freshness />}>
      {happenings.length === 0 ? (
        <div className={styles['quiet']}>
          <Activity size={22} aria-hidden="true" />
          <p>
            Nada nuevo desde las {clockTime(since, timeZone)}. Aquí aparecerá lo que haga cada persona con las órdenes,
            en el momento en que lo haga.
          </p>
        </div>
      ) : (
        <ol className={styles['list']} aria-label="Lo último" tabIndex={0}>
          {happenings.map((happening) => (
            <Line key={happening.key} happening={happening} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </Card>
  );
}
