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
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { DueText } from '#features/orders/components/DueText.tsx';
import { type MapOrder } from '#features/orders/rules/map-order.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import styles from './SideList.module.css';
import { signOfLife } from '../rules/courier-mark.ts';
import { type Round, roundText } from '../rules/courier-rounds.ts';

interface Props {
  rounds: readonly Round[];
  /** The courier whose route is shown. */
  round: Round | undefined;
  orders: readonly MapOrder[];
  isReading: boolean;
  /** Minutes without a position after which a courier counts as silent. */
  silence: number;
  /** Number of each stop of the route shown. */
  numbers: ReadonlyMap<string, number>;
  shownId: string | undefined;
  onCourier: (id: string | undefined) => void;
  onOrder: (id: string) => void;
}

/** Most urgent orders listed; the table has all. */
const MAX_LISTED = 100;

/** The map's content as a list: couriers with their rounds and the most urgent orders, or one courier's stops. */
export function SideList(props: Props) {
  const { rounds, round, orders, isReading, silence, numbers, shownId, onCourier, onOrder } = props;
  const isWaiting = isReading && orders.length === 0;
  useReportFirstRows(!isWaiting);
  if (isWaiting) return <Skeletons label="Cargando las órdenes" count={8} height={40} className={styles['waiting']} />;
  if (round)
    return (
      <div className={styles['lists']}>
        <header className={styles['listHead']}>
          <h2>Ruta de {round.name}</h2>
          <Button size="sm" icon={<ArrowLeft size={16} aria-hidden="true" />} onClick={() => onCourier(undefined)}>
            Todos
          </Button>
        </header>
        <OrderList
          label={`Paradas de ${round.name}`}
          orders={round.stops}
          shownId={shownId}
          onOrder={onOrder}
          numbers={numbers}
        />
      </div>
    );
  const urgent = orders.slice(0, MAX_LISTED);
  return (
    <div className={styles['lists']}>
      {rounds.length > 0 && (
        <CouriersList
          couriers={rounds.map((each) => ({ ...each, text: roundText(each) }))}
          note={`${formatNumber(rounds.filter(({ stops }) => stops.length > 0).length)} con carga`}
          silence={silence}
          onCourier={onCourier}
        />
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

interface CouriersProps {
  /** `text`: what the courier has to do; omitted for people who may not see orders. */
  couriers: readonly { id: string; name: string; text?: string }[];
  note: string;
  silence: number;
  chosenId?: string | undefined;
  onCourier: (id: string) => void;
}

/** The couriers on the map, each with the last sign of life. */
export function CouriersList({ couriers, note, silence, chosenId, onCourier }: CouriersProps) {
  return (
    <>
      <header className={styles['listHead']}>
        <h2>Repartidores</h2>
        <span>{note}</span>
      </header>
      <ul aria-label="Repartidores">
        {couriers.map(({ id, name, text }) => (
          <CourierLine
            key={id}
            id={id}
            name={name}
            text={text}
            silence={silence}
            isChosen={id === chosenId}
            onCourier={onCourier}
          />
        ))}
      </ul>
    </>
  );
}

interface CourierLineProps {
  id: string;
  name: string;
  text: string | undefined;
  silence: number;
  isChosen: boolean;
  onCourier: (id: string) => void;
}

/** Renders by itself when its courier moves. */
function CourierLine({ id, name, text, silence, isChosen, onCourier }: CourierLineProps) {
  const life = signOfLife(usePosition(id), useServerTime(), silence);
  return (
    <li>
      <button type="button" className={styles['line']} aria-pressed={isChosen} onClick={() => onCourier(id)}>
        <Avatar name={name} />
        <span>
          <span className={styles['row']}>
            <strong>{name}</strong>
            <span className={life.silence === undefined ? styles['age'] : styles['silent']}>{life.text}</span>
          </span>
          {text !== undefined && <small>{text}</small>}
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
  /** Numbers of the orders as stops. */
  numbers?: ReadonlyMap<string, number>;
}

function OrderList({ label, orders, shownId, onOrder, numbers }: ListProps) {
  const now = useServerTime();
  const { timeZone } = useDispatchOffice();
  if (orders.length === 0) return <p className={styles['none']}>Ninguna orden cumple el filtro.</p>;
  return (
    <ul aria-label={label}>
      {orders.map((order, index) => (
        <Line
          key={order.id}
          order={order}
          stop={numbers && (numbers.get(order.id) ?? index + 1)}
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
