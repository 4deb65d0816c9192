import { SCREEN_ACCESS } from '@despacho/contracts';
import { type ActivityLine } from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dayText, isDayChange, isZoneChange, ordersText, zonesText } from '#shared/live/activity-entries.ts';
import { useLiveness } from '#shared/live/live.ts';
import { oneTabStop } from '#shared/hooks/one-tab-stop.ts';
import { withWholeRows } from '#shared/hooks/whole-rows.ts';
import { orderPath } from '#features/orders/rules/orders-path.ts';
import { useMayUse, useSession } from '#features/session/state/session.ts';
import { activityQuery } from '../api/figures-queries.ts';
import { whenText } from '../rules/when-text.ts';
import { useFigures } from '../state/figures-context.ts';
import styles from './ActivityWidget.module.css';
import { WidgetCard } from './WidgetCard.tsx';

const list = withWholeRows(oneTabStop);

/** D06: the latest events, those of people before those of the service. */
export function ActivityWidget() {
  const { moment } = useFigures();
  const isLive = useLiveness().state === 'live';
  return (
    <WidgetCard
      title="Actividad"
      query={activityQuery}
      rows={4}
      note={() => (moment === undefined ? `lo último${isLive ? ', en vivo' : ''}` : 'lo último hasta esa hora')}
      empty={({ lines }) =>
        lines.length > 0
          ? null
          : moment !== undefined
            ? 'Hasta esa hora no había pasado nada en esta oficina.'
            : 'Todavía no pasó nada en esta oficina. Aquí aparecerá lo que haga cada persona con las órdenes, en el momento en que lo haga.'
      }
    >
      {({ lines }) => (
        <ol ref={list} className={styles['list']} aria-label="Lo último" tabIndex={0}>
          {lines.map((line) => (
            <li key={`${line.at} ${line.actor.username} ${line.what} ${line.orders[0]?.id ?? ''}`}>
              <Time at={line.at} />
              <Line line={line} />
            </li>
          ))}
        </ol>
      )}
    </WidgetCard>
  );
}

function Time({ at }: { at: string }) {
  const { timeZone, today } = useFigures();
  const text = whenText(at, timeZone, today);
  return (
    <time className="small" dateTime={at} data-clock={/^\d+:/.test(text) || undefined}>
      {text}
    </time>
  );
}

function Line({ line }: { line: ActivityLine }) {
  const me = useSession();
  const mayUse = useMayUse();
  const { officeId } = useFigures();
  const { actor, orders, count } = line;
  const [only] = orders;
  const words: ReactNode = (
    <>
      <strong>{actor.user}</strong> {activityText(line)}
    </>
  );
  if (only === undefined || !mayUse(SCREEN_ACCESS.assing)) return <span>{words}</span>;
  if (count === 1) return <Link to={orderPath({ id: only.id, officeId }, me)}>{words}</Link>;
  return (
    <details>
      <summary>{words}</summary>
      <span className={styles['codes']}>
        {orders.map(({ id, code }) => (
          <Link key={id} to={orderPath({ id, officeId }, me)}>
            {code}
          </Link>
        ))}
        {count > orders.length && <span>y {count - orders.length} más</span>}
      </span>
    </details>
  );
}

/** @returns the text of a line after the name: «asignó 12 órdenes a Hugo Paredes». */
function activityText({ what, orders, count, courier, zone }: ActivityLine): string {
  if (isZoneChange(what)) return zonesText(what, zone, count);
  if (isDayChange(what)) return dayText(what, courier ?? '');
  const codes = count === 1 ? orders.map(({ code }) => code) : Array.from({ length: count }, () => '');
  const to = what === 'asignada' || what === 'reasignada' ? (courier ?? undefined) : undefined;
  return ordersText(what, codes, to);
}
