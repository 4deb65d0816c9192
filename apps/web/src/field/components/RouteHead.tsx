import { type FieldRoute } from '@despacho/contracts/dispatch';
import { formatWeekday } from '#shared/format/format-day.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { isOpen } from '../rules/stop-texts.ts';
import styles from './RouteHead.module.css';
import { type Stop } from '../offline/types.ts';

/** The progress of the day: «5 de 12», with failed visits and the amount still to be collected. */
export function RouteHead({ route, stops }: { route: FieldRoute; stops: readonly Stop[] }) {
  const delivered = stops.filter(({ state }) => state === 'entregada').length;
  const done = stops.filter((stop) => !isOpen(stop)).length;
  const failed = done - delivered + (route.revisited ?? 0);
  const due = stops.reduce((sum, stop) => sum + (isOpen(stop) ? (stop.collectDue ?? 0) : 0), 0);
  const width = (part: number): { width: string } => ({ width: `${(100 * part) / Math.max(1, stops.length)}%` });
  return (
    <div className="stack">
      <p className={styles['quiet']}>
        {formatWeekday(route.day)}
        {due > 0 && ` · ${formatSoles(due)} por cobrar`}
      </p>
      <div className={styles['bar']} aria-hidden="true">
        <span className={styles['delivered']} style={width(delivered)} />
        <span className={styles['failed']} style={width(done - delivered)} />
      </div>
      <p className={styles['figures']}>
        <strong>
          {done} de {stops.length}
        </strong>
        <span className={styles['quiet']}>
          {delivered} {delivered === 1 ? 'entregada' : 'entregadas'}
          {failed > 0 && ` · ${failed} sin entregar`}
        </span>
      </p>
    </div>
  );
}
