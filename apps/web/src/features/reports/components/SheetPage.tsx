import {
  type ClientSheet,
  FIGURE_FILTERS,
  byClient,
  ORDER_STATES,
  REPORT_COUNTS,
  type ReportCount,
  type ReportFigures,
  wholeSpan,
} from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { dayFormat, formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { precisePercent } from '#shared/format/percent.ts';
import { Sheet, SheetHead } from '#shared/ui/Sheet/Sheet.tsx';
import { orderPath } from '#features/orders/rules/orders-path.ts';
import { useMayUse, useSession } from '#features/session/state/session.ts';
import { changeText, pointsText } from '../rules/change.ts';
import { monthText, spanText } from '../rules/period-text.ts';
import { useShownReport } from '../state/report-context.ts';
import { ReportLink } from './ReportLink.tsx';
import styles from './SheetPage.module.css';

const dayOfMonth = dayFormat({ weekday: 'short', day: 'numeric' });

interface Props {
  sheet: ClientSheet;
  timeZone: string;
  today: string;
  /** On paper, figures are no links. */
  isPrinted: boolean;
}

/** One client and month: totals, each day, why visits failed and which orders. */
export function SheetPage({ sheet, timeZone, today, isPrinted }: Props) {
  const { client, office, company, figures, reasons, failures, from, to, before, at } = sheet;
  const ofSheet = byClient(client.id);
  const counted = (count: ReportCount, value: number | null, day?: string): ReactNode => {
    if (!value) return '–';
    if (isPrinted) return formatNumber(value);
    return (
      <ReportLink
        of={[FIGURE_FILTERS[REPORT_COUNTS[count]], ofSheet]}
        {...(day !== undefined && { day })}
        label={`${formatNumber(value)} ${NAMES[count]}${day === undefined ? '' : `, ${formatDay(day, today)}`}`}
      >
        {formatNumber(value)}
      </ReportLink>
    );
  };
  if (!figures) return null;
  const { failed } = figures;
  const compared = spanText('mes', before, before.to === wholeSpan('mes', before.to).to, today);
  // Days without orders are irrelevant to the client.
  const days = sheet.days.filter((each) => each.figures?.orders !== 0);
  return (
    <Sheet className={styles['sheet']}>
      <SheetHead>
        <div>
          <p>
            {company} · {office}
          </p>
          <h1>{client.name}</h1>
          <p className={styles['month']}>
            {monthText(from)}
            {to < wholeSpan('mes', to).to && `, hasta el ${formatDay(to, today)}`}
          </p>
        </div>
        <p className={styles['compared']}>
          {before.figures === null ? `Comparación: sin datos (${compared})` : `Comparación: ${compared}`}
        </p>
      </SheetHead>
      <dl className={styles['totals']}>
        <Fact label="Órdenes" note={changeText(figures.orders, before.figures?.orders)}>
          {counted('orders', figures.orders)}
        </Fact>
        <Fact label="Entregadas" note={figures.orders ? precisePercent(figures.delivered ?? 0, figures.orders) : null}>
          {counted('delivered', figures.delivered)}
        </Fact>
        <Fact label="No entregadas" note={changeText(failed, before.figures?.failed)}>
          {counted('failed', failed)}
        </Fact>
        {figures.promised !== null && (
          <Fact label="Puntualidad" note={pointsText(figures, before.figures)}>
            {precisePercent(figures.met ?? 0, figures.promised)}
          </Fact>
        )}
        {figures.due !== null && (
          <Fact label="Cobrado" note={`de ${formatSoles(figures.due)}`}>
            {formatSoles(figures.collected ?? 0)}
          </Fact>
        )}
      </dl>
      <div className={styles['columns']}>
        <section>
          <h2>Cada día</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Día</th>
                <th scope="col">Órdenes</th>
                <th scope="col">Entregadas</th>
                <th scope="col">No entregadas</th>
                {figures.promised !== null && <th scope="col">A tiempo</th>}
                {figures.due !== null && <th scope="col">Cobrado</th>}
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, figures: each }) => (
                <tr key={day}>
                  <th scope="row">{dayOfMonth(day).replace('.', '')}</th>
                  {each === null ? (
                    <td
                      colSpan={3 + Number(figures.promised !== null) + Number(figures.due !== null)}
                      className={styles['none']}
                    >
                      sin datos
                    </td>
                  ) : (
                    <Cells figures={each} counted={(count) => counted(count, each[count], day)} />
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section>
          <h2>Por qué no se entregó</h2>
          {reasons === null || reasons.length === 0 ? (
            <p className={styles['none']}>Ninguna visita falló este mes.</p>
          ) : (
            <table>
              <tbody>
                {reasons.map(({ value, name, orders }) => (
                  <tr key={value}>
                    <th scope="row">{name}</th>
                    <td>{formatNumber(orders)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {failures.length > 0 && (
            <>
              <h2>Órdenes no entregadas</h2>
              <table className={styles['failures']}>
                <tbody>
                  {failures.map((order) => (
                    <tr key={order.id}>
                      <th scope="row">
                        <Code order={order} isPrinted={isPrinted} />
                      </th>
                      <td>
                        {formatDay(order.day, today)}, {order.district}
                        <small>
                          {order.reason}
                          {order.state !== 'no_entregada' && ` · ${ORDER_STATES[order.state].toLowerCase()}`}
                        </small>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {failed !== null && failed > failures.length && (
                <p className={styles['none']}>
                  Se muestran las primeras {formatNumber(failures.length)} de {formatNumber(failed)}.
                </p>
              )}
            </>
          )}
        </section>
      </div>
      <footer>Contado el {formatDateTime(at, timeZone)}</footer>
    </Sheet>
  );
}

const NAMES: Record<ReportCount, string> = {
  orders: 'órdenes',
  delivered: 'entregadas',
  failed: 'no entregadas',
  open: 'sin cerrar',
  met: 'a tiempo',
  promised: 'con horario',
};

function Cells({ figures, counted }: { figures: ReportFigures; counted: (count: ReportCount) => ReactNode }) {
  return (
    <>
      <td>{counted('orders')}</td>
      <td>{counted('delivered')}</td>
      <td>{counted('failed')}</td>
      {figures.promised !== null && (
        <td>
          {figures.promised === 0 ? '–' : `${formatNumber(figures.met ?? 0)} de ${formatNumber(figures.promised)}`}
        </td>
      )}
      {figures.due !== null && <td>{figures.collected ? formatSoles(figures.collected) : '–'}</td>}
    </>
  );
}

function Fact({ label, note, children }: { label: string; note: string | null; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {note !== null && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** The code of an order, which opens it for people who see orders. */
function Code({ order: { id, code }, isPrinted }: { order: { id: string; code: string }; isPrinted: boolean }) {
  const me = useSession();
  const mayUse = useMayUse();
  const { officeId } = useShownReport();
  if (isPrinted || !mayUse(['U01'])) return code;
  return <Link to={orderPath({ id, officeId }, me)}>{code}</Link>;
}
