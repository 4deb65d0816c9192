import { FIGURE_FILTERS, byCourier, type CourierFigures, type CouriersFigures } from '@despacho/contracts/dispatch';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { formatRelative } from '#shared/format/format-relative.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { wholeRows } from '#shared/hooks/whole-rows.ts';
import { SILENT_MS } from '#shared/live/positions-store.ts';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { couriersFiguresQuery } from '../api/figures-queries.ts';
import { COURIER_SORTS, type CourierSort, nextOrder, sortCouriers, USUAL_ORDER } from '../rules/courier-order.ts';
import { useFigures } from '../state/figures-context.ts';
import { FigureLink } from './FigureLink.tsx';
import styles from './CouriersWidget.module.css';
import { WidgetCard } from './WidgetCard.tsx';

const COLUMNS = Object.keys(COURIER_SORTS) as CourierSort[];

/** D03: how far each courier is, and who needs a call. */
export function CouriersWidget() {
  return (
    <WidgetCard
      title="Repartidores"
      query={couriersFiguresQuery}
      rows={6}
      note={(data, { moment }) => summary(data, moment !== undefined)}
      empty={({ total }) =>
        total === 0
          ? 'Nadie tiene órdenes este día. Aquí se verá el avance de cada repartidor desde que se le asignan.'
          : null
      }
    >
      {(data, { day }) => <Table data={data} isToday={day === undefined} />}
    </WidgetCard>
  );
}

const silent = ({ onTheWay, seenAt }: CourierFigures, now: number): boolean =>
  onTheWay > 0 && (seenAt === null || now - Date.parse(seenAt) > SILENT_MS);

/** @param isPast whether the figures are of a past minute, of which the last signs of life are not stored. */
function summary({ couriers, total, at, unassigned, unlisted }: CouriersFigures, isPast: boolean): string {
  const onTheWay = couriers.filter((each) => each.onTheWay > 0);
  const quiet = isPast ? 0 : onTheWay.filter((each) => silent(each, Date.parse(at))).length;
  return [
    `${formatNumber(total)} con órdenes`,
    `${formatNumber(onTheWay.length)} en ruta`,
    ...(quiet > 0 ? [`${formatNumber(quiet)} sin señal`] : []),
    ...(total > couriers.length
      ? [`se muestran ${formatNumber(couriers.length)}; los demás, ${formatNumber(unlisted)} órdenes`]
      : []),
    ...(unassigned > 0 ? [`${orderCount(unassigned)} sin repartidor`] : []),
  ].join(' · ');
}

function Table({ data, isToday }: { data: CouriersFigures; isToday: boolean }) {
  const [order, setOrder] = useState(USUAL_ORDER);
  const columns = COLUMNS.filter(
    (column) =>
      (column !== 'cash' || data.couriers.some(({ cash }) => cash !== null)) &&
      (isToday || !['perHour', 'end', 'seenAt'].includes(column)),
  );
  const cellsOf = useCells();
  return (
    <div ref={wholeRows} className={styles['box']} tabIndex={0} role="group" aria-label="Repartidores, se desplaza">
      <DataGrid
        isGrid
        className={styles['table']}
        columns={columns.map((key) => ({
          key,
          title: COURIER_SORTS[key],
          className: styles[key],
          cell: (courier: CourierFigures) => cellsOf(courier)[key](),
        }))}
        rows={sortCouriers(data.couriers, order)}
        keyOf={({ id }) => id}
        sort={order}
        onSort={(column) => setOrder(nextOrder(order, column))}
      />
    </div>
  );
}

/** @returns the cells of a courier, by column. */
function useCells(): (courier: CourierFigures) => Record<CourierSort, () => ReactNode> {
  const { timeZone, moment } = useFigures();
  const now = useServerTime();
  return (courier) => {
    const { id, name, total, done, failed, late, perHour, end, seenAt, cash } = courier;
    const isSilent = silent(courier, now);
    return {
      name: () => name,
      done: () => (
        <span className={styles['progress']}>
          <span className={styles['bar']} data-late={late > 0 || undefined} aria-hidden="true">
            <span style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
          </span>
          <span>
            <FigureLink of={[FIGURE_FILTERS.done, byCourier(id)]} label={`${formatNumber(done)} cerradas de ${name}`}>
              {formatNumber(done)}
            </FigureLink>
            <span className="muted">
              {' '}
              de{' '}
              <FigureLink of={[FIGURE_FILTERS.all, byCourier(id)]} label={`${formatNumber(total)} órdenes de ${name}`}>
                {formatNumber(total)}
              </FigureLink>
            </span>
          </span>
        </span>
      ),
      perHour: () => (perHour === null ? '–' : formatNumber(perHour)),
      end: () => (done === total ? 'terminó' : end === null ? '–' : formatTime(end, timeZone)),
      seenAt: () =>
        moment !== undefined ? (
          <span className="muted">sin datos</span>
        ) : isSilent ? (
          <span className={styles['alarm']}>
            {seenAt === null ? 'sin señal' : `${formatRelative(seenAt, new Date(now))}, sin señal`}
          </span>
        ) : seenAt === null ? (
          '–'
        ) : (
          formatRelative(seenAt, new Date(now))
        ),
      cash: () => (cash === null ? '–' : formatSoles(cash)),
      late: () => (
        <Count
          count={late}
          of={[FIGURE_FILTERS.late, byCourier(id)]}
          label={`${formatNumber(late)} atrasadas de ${name}`}
        />
      ),
      failed: () => (
        <Count
          count={failed}
          of={[FIGURE_FILTERS.failed, byCourier(id)]}
          label={`${formatNumber(failed)} no entregadas de ${name}`}
        />
      ),
    };
  };
}

function Count({ count, of, label }: { count: number; of: Parameters<typeof FigureLink>[0]['of']; label: string }) {
  if (count === 0) return <span className="muted">–</span>;
  return (
    <FigureLink of={of} label={label} className={styles['alarm']}>
      {formatNumber(count)}
    </FigureLink>
  );
}
