import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatRelative } from '#shared/format/format-relative.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { activityEntries, type ActivityEntry } from '#shared/live/activity-entries.ts';
import { type DispatchNews } from '#shared/live/event-log.ts';
import { officesQuery } from '#shared/queries/offices-query.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { couriersQuery } from '#features/couriers/api/couriers-query.ts';
import { orderPath } from '#features/orders/rules/orders-path.ts';
import { useSession } from '#features/session/state/session.ts';
import { byKind } from '../rules/by-kind.ts';
import styles from './Missed.module.css';

interface Props {
  events: readonly DispatchNews[];
  lead: string;
  onClose: () => void;
}

/** Maximum number of links; the rest is shown as a number. */
const MAX_LINKS = 12;

/** Dialog with other users' changes during an absence, by kind and office, with links to the orders. */
export function MissedWindow({ events, lead, onClose }: Props) {
  const { officeId: own } = useSession();
  const { data: offices } = useQuery(officesQuery);
  const nameOf = (officeId: string): string => offices?.find(({ id }) => id === officeId)?.name ?? officeId;
  const couriers = useQueries({
    queries: [...new Set(events.map(({ officeId }) => officeId))].map((officeId) => couriersQuery(officeId)),
  }).flatMap(({ data }) => data ?? []);
  const courierNames = new Map(couriers.map(({ id, name }) => [id, name]));
  const entries = activityEntries(events, (id) => courierNames.get(id));
  const now = new Date(serverNow());
  return (
    <Window title={lead} wide onDismiss={onClose} lead="Lo que hicieron los demás, por tipo de cambio.">
      <div className={styles['kinds']}>
        {byKind(entries).map(({ kind, title: what, officeId, count, entries: these }) => {
          const title = officeId === own.id ? what : `${what}, ${nameOf(officeId)}`;
          return (
            <section key={`${officeId} ${kind}`} aria-label={title}>
              <h3>
                {title} <span>{formatNumber(count)}</span>
              </h3>
              <ul>
                {these.map((entry) => (
                  <Entry key={entry.key} entry={entry} now={now} onClose={onClose} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      <div className={styles['end']}>
        <Button onClick={onClose}>Cerrar</Button>
      </div>
    </Window>
  );
}

/** An event. A single order is linked in its text; several are listed below it. */
function Entry({ entry, now, onClose }: { entry: ActivityEntry; now: Date; onClose: () => void }) {
  const me = useSession();
  const { who, text, at, officeId, orderIds, codes } = entry;
  const parts = codes.length === 1 ? text.split(codes[0] ?? '') : [];
  const isNamed = parts.length === 2;
  const links = orderIds.slice(0, MAX_LINKS).map((id, place) => (
    <Link
      key={id}
      to={orderPath({ id, officeId }, me)}
      className={isNamed ? styles['code'] : undefined}
      onClick={onClose}
    >
      {codes[place]}
    </Link>
  ));
  return (
    <li>
      <span>
        <strong>{who}</strong> {isNamed ? [parts[0], ...links, parts[1]] : text}
        <time dateTime={at}>{formatRelative(at, now)}</time>
      </span>
      {!isNamed && (
        <span className={styles['orders']}>
          {links}
          {orderIds.length > MAX_LINKS && <span>y {formatNumber(orderIds.length - MAX_LINKS)} más</span>}
        </span>
      )}
    </li>
  );
}
