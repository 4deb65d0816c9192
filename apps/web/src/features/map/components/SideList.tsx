import { districtOf } from '#shared/districts/districts.ts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { hoverOrder, useIsHovered } from '#features/orders/state/hovered-order.ts';
import { MarkShape } from '#shared/map/orders/MarkShape.tsx';
import { formatNumber } from '#shared/format/format-number.ts';
import { usePosition } from '#shared/live/positions-store.ts';
import { useChangedRow } from '#shared/live/use-changed-row.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { classes } from '#shared/styles/classes.ts';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { DueText } from '#features/orders/components/DueText.tsx';
import { type MapOrder } from '#features/orders/rules/map-order.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { ReplayLink } from './ReplayLink.tsx';
import styles from './SideList.module.css';
import { signOfLife } from '../rules/courier-mark.ts';
import { type Round, roundText } from '../rules/courier-rounds.ts';

interface Props {
  rounds: readonly Round[];
  /** The courier whose route is shown. */
  round: Round | undefined;
  orders: readonly MapOrder[];
  isReading: boolean;
  shownId: string | undefined;
  onCourier: (id: string | undefined) => void;
  onOrder: (id: string) => void;
}

/** Most urgent orders listed; the table has all. */
const MAX_LISTED = 100;

/** The map's content as a list: couriers with their rounds and the most urgent orders, or one courier's stops. */
export function SideList({ rounds, round, orders, isReading, shownId, onCourier, onOrder }: Props) {
  if (isReading && orders.length === 0)
    return <Skeletons label="Cargando las órdenes" count={8} height={40} className={styles['waiting']} />;
  if (round)
    return (
      <div className={styles['lists']}>
        <header className={styles['listHead']}>
          <h2>Ruta de {round.name}</h2>
          <ReplayLink courierId={round.id} size="sm">
            Recorrido
          </ReplayLink>
          <Button size="sm" icon={<ArrowLeft size={16} aria-hidden="true" />} onClick={() => onCourier(undefined)}>
            Todos
          </Button>
        </header>
        <OrderList
          label={`Paradas de ${round.name}`}
          orders={round.stops}
          shownId={shownId}
          onOrder={onOrder}
          isRoute
        />
      </div>
    );
  const urgent = orders.slice(0, MAX_LISTED);
  return (
    <div className={styles['lists']}>
      {rounds.length > 0 && (
        <>
          <header className={styles['listHead']}>
            <h2>Repartidores</h2>
            <span>{formatNumber(rounds.filter(({ stops }) => stops.length > 0).length)} con carga</span>
          </header>
          <ul aria-label="Repartidores">
            {rounds.map((each) => (
              <CourierLine key={each.id} round={each} onCourier={onCourier} />
            ))}
          </ul>
        </>
      )}
      <header className={styles['listHead']}>
        <h2>Órdenes</h2>
        <span>
          {orders.length > MAX_LISTED
            ? `las ${MAX_LISTED} más urgentes de ${formatNumber(orders.length)}`
            : formatNumber(orders.length)}
        </span>
      </header>
      <OrderList label="Órdenes del mapa" orders={urgent} shownId={shownId} onOrder={onOrder} />
    </div>
  );
}

/** Renders by itself when its courier moves. */
function CourierLine({ round, onCourier }: { round: Round; onCourier: (id: string) => void }) {
  const { text, silence } = signOfLife(usePosition(round.id), useServerTime());
  return (
    <li>
      <button type="button" className={styles['line']} onClick={() => onCourier(round.id)}>
        <Avatar name={round.name} />
        <span>
          <span className={styles['row']}>
            <strong>{round.name}</strong>
            <span className={silence === undefined ? styles['age'] : styles['silent']}>{text}</span>
          </span>
          <small>{roundText(round)}</small>
        </span>
      </button>
    </li>
  );
}

interface ListProps {
  label: string;
  orders: readonly MapOrder[];
  shownId: string | undefined;
  onOrder: (id: string) => void;
  /** Numbers the orders as stops. */
  isRoute?: boolean;
}

function OrderList({ label, orders, shownId, onOrder, isRoute = false }: ListProps) {
  const now = useServerTime();
  const { timeZone } = useDispatchOffice();
  if (orders.length === 0) return <p className={styles['none']}>Ninguna orden cumple el filtro.</p>;
  return (
    <ul aria-label={label}>
      {orders.map((order, index) => (
        <Line
          key={order.id}
          order={order}
          stop={isRoute ? index + 1 : undefined}
          isShown={order.id === shownId}
          onOrder={onOrder}
          now={now}
          timeZone={timeZone}
        />
      ))}
    </ul>
  );
}

interface LineProps {
  order: MapOrder;
  stop: number | undefined;
  isShown: boolean;
  onOrder: (id: string) => void;
  now: number;
  timeZone: string;
}

function Line({ order, stop, isShown, onOrder, now, timeZone }: LineProps) {
  const isHovered = useIsHovered(order.id);
  const changed = useChangedRow(order.id);
  return (
    <li onMouseEnter={() => hoverOrder(order.id)} onMouseLeave={() => hoverOrder(null)}>
      <button
        type="button"
        aria-pressed={isShown}
        className={classes(styles['line'], isHovered && styles['hovered'], changed)}
        onClick={() => onOrder(order.id)}
      >
        {stop === undefined ? (
          <MarkShape state={order.state} hollow={order.place.approximate} />
        ) : (
          <span className={styles['stop']}>{stop}</span>
        )}
        <span>
          <span className={styles['row']}>
            <code>{order.code}</code>
            <DueText order={order} now={now} timeZone={timeZone} />
          </span>
          <small>
            {order.recipient.name} · {districtOf(order.place.ubigeo)?.name ?? order.place.ubigeo}
          </small>
        </span>
      </button>
    </li>
  );
}
