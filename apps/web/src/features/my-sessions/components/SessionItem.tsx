import { type OwnSession } from '@despacho/contracts';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { Link } from 'react-router-dom';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatRelative } from '#shared/format/format-relative.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { paths } from '#shared/paths.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import styles from './SessionItem.module.css';

interface Props {
  session: OwnSession;
  timeZone: string;
  busy: boolean;
  onEnd: (session: OwnSession) => void;
}

/** One session: device, location, times, and a way to end it. */
export function SessionItem({ session, timeZone, busy, onEnd }: Props) {
  const { device, place, address, startedAt, usedAt, current } = session;
  const Icon = /android|iphone|ipad/i.test(device) ? Smartphone : Monitor;
  return (
    <li className={styles['session']}>
      <span className={styles['icon']} aria-hidden="true">
        <Icon size={20} />
      </span>
      <div>
        <p className={styles['device']}>
          {device}
          {current && <Mark tone="accent">Esta sesión</Mark>}
        </p>
        <p className={styles['place']}>
          {place} · {address}
        </p>
      </div>
      <dl className={styles['times']}>
        <div>
          <dt>Último uso</dt>
          <dd>
            <time dateTime={usedAt}>{current ? 'ahora' : formatRelative(usedAt, new Date(serverNow()))}</time>
          </dd>
        </div>
        <div>
          <dt>Abierta desde</dt>
          <dd>
            <time dateTime={startedAt}>{formatDateTime(startedAt, timeZone)}</time>
          </dd>
        </div>
      </dl>
      <div className={styles['action']}>
        {current ? (
          <Link to={paths.logout}>Salir</Link>
        ) : (
          <Button
            size="sm"
            loading={busy}
            aria-label={`Cerrar la sesión de ${device}, ${place}`}
            onClick={() => onEnd(session)}
          >
            Cerrar
          </Button>
        )}
      </div>
    </li>
  );
}
