import { type OfficeHistory as History } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { settingChanges } from '#shared/settings/setting-text.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { Card } from '#shared/ui/Card/Card.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { officeHistoryQuery } from '../api/company-offices.ts';
import styles from '../SettingsScreen.module.css';

const VERBS = {
  creada: 'creó la oficina',
  editada: 'cambió sus datos',
  cerrada: 'cerró la oficina',
  reabierta: 'reabrió la oficina',
} as const;

const verbOf = (event: History[number]): string =>
  event.type === 'office.changed' ? VERBS[event.what] : 'cambió los ajustes';

/** Who changed an office and its settings, with the value before and after, the last change first. */
export function OfficeHistory({ officeId, timeZone }: { officeId: string; timeZone: string }) {
  const query = useQuery(officeHistoryQuery(officeId));
  return (
    <Card title="Historia" className={styles['history']}>
      <QueryStates query={query} label="Cargando la historia" count={3} height={40} />
      {query.data?.length === 0 && (
        <p className={styles['lead']}>Nadie cambió esta oficina ni sus ajustes todavía. Cada cambio se anota aquí.</p>
      )}
      <ol aria-label="Cambios de la oficina">
        {query.data?.map((event) => (
          <li key={`${event.type} ${event.version}`}>
            <span>
              <strong>{event.actor.user}</strong> {verbOf(event)}
            </span>
            <time className="note" dateTime={event.at}>
              {formatDateTime(event.at, timeZone)}
            </time>
            <ul>
              {settingChanges(event.before, event.after).map(({ field, label, before, after }) => (
                <li key={field}>
                  {label}: {event.type === 'office.changed' && event.what === 'creada' ? '' : `${before} → `}
                  {after}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  );
}
