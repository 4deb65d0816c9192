import { type GuestLink } from '@despacho/contracts/dispatch';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { openingsText, subjectText } from '../rules/guest-link.ts';
import styles from './ShareWindow.module.css';

interface Props {
  link: GuestLink;
  timeZone: string;
  today: string;
  /** Whether to show its subject: in the list of the whole office. */
  named: boolean;
  busy: boolean;
  onRevoke: () => void;
}

/** A valid link with its openings. */
export function LinkItem({ link, timeZone, today, named, busy, onRevoke }: Props) {
  const { by, createdAt, expiresAt, openings, lastOpenings, isSuspended } = link;
  const subject = subjectText(link, today);
  const vence = `Vence el ${formatDateTime(expiresAt, timeZone)}`;
  return (
    <li className={styles['item']}>
      <div>
        <p className={styles['subject']}>{named ? subject : vence}</p>
        <p className={styles['muted']}>
          {named && `${vence} · `}
          Lo creó {by.user}, {formatDateTime(createdAt, timeZone)}
        </p>
        {isSuspended && (
          <p className={styles['suspended']}>
            <Mark tone="warn">No muestra nada: quien lo creó ya no puede compartir</Mark>
          </p>
        )}
        {openings === 0 ? (
          <p className={styles['muted']}>{openingsText(openings)}</p>
        ) : (
          <details className={styles['openings']}>
            <summary>{openingsText(openings)}</summary>
            <ul aria-label={lastOpenings.length < openings ? 'Las últimas aperturas' : 'Aperturas'}>
              {lastOpenings.map(({ at, network }) => (
                <li key={`${at} ${network}`}>
                  {formatDateTime(at, timeZone)} <span>desde la red {network}</span>
                </li>
              ))}
            </ul>
            {lastOpenings.length < openings && <p className={styles['muted']}>Solo las últimas.</p>}
          </details>
        )}
      </div>
      <Button size="sm" loading={busy} aria-label={`Anular el enlace: ${subject}, ${vence}`} onClick={onRevoke}>
        Anular
      </Button>
    </li>
  );
}
