import { districtOf } from '#shared/districts/districts.ts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Check from 'lucide-react/icons/check';
import { type CSSProperties, type KeyboardEvent, type LiHTMLAttributes, useRef } from 'react';
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
import parts from '#features/orders/components/GridParts.module.css';
import { useDispatchOffice, useSelection } from '#features/orders/state/use-orders-state.ts';
import { type RovingItem, useRovingFocus } from '#shared/hooks/use-roving-focus.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { useTextScale } from '#shared/hooks/use-text-scale.ts';
import { useVirtualRows } from '#shared/hooks/use-virtual-rows.ts';
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

/** Heights in px at the usual font size, as in the style sheet: of a heading, and of every row. */
const HEAD = 40;
const ROW = 55;

/** Rows per Page Up or Down. */
const PAGE = 10;

interface RowsOptions {
  keys: readonly string[];
  /** Height of the content above the list that scrolls with it, in px at the default font size. */
  above?: number;
}

/**
 * The rows of a list right below the element that scrolls: those in view, and the one in the tab order.
 * @returns props of the list, the roving focus, and of each rendered row its index and the props of its `li`.
 */
function useRows({ keys, above = HEAD }: RowsOptions) {
  const list = useRef<HTMLUListElement>(null);
  const offset = above * useTextScale();
  const roving = useRovingFocus(keys.length, { page: PAGE, keys, scrollTo: (place) => virtual.scrollToIndex(place) });
  const virtual = useVirtualRows({
    count: keys.length,
    height: ROW,
    scroller: () => list.current?.parentElement ?? null,
    offset,
    covered: HEAD,
    kept: [roving.stop],
  });
  const style: CSSProperties = { height: virtual.getTotalSize() };
  return {
    list: { ref: list, style, className: styles['rows'] },
    roving,
    rows: virtual.getVirtualItems().map(({ index, start }) => ({
      index,
      row: {
        style: { top: start - offset },
        'aria-setsize': keys.length,
        'aria-posinset': index + 1,
      } satisfies LiHTMLAttributes<HTMLLIElement>,
    })),
  };
}

type Row = ReturnType<typeof useRows>['rows'][number]['row'];

/**
 * The map's content as a list: couriers with their rounds and the orders, most urgent first, or one courier's stops. Each
 * list is one tab stop; Space selects an order, Enter opens it.
 */
export function SideList(props: Props) {
  const { rounds, round, orders, isReading, silence, numbers, shownId, onCourier, onOrder } = props;
  const isWaiting = isReading && orders.length === 0;
  useReportFirstRows(!isWaiting);
  if (isWaiting) return <Skeletons label="Cargando las órdenes" count={8} height={40} className={styles['waiting']} />;
  if (round)
    return (
      <div className={styles['lists']} data-couriers="">
        <header className={styles['listHead']} data-courier-id={round.id}>
          <h2 className="truncate">Ruta de {round.name}</h2>
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
  return (
    // `data-couriers`: scrolls during a drag of orders (use-order-drag.ts in dispatch-desk).
    <div className={styles['lists']} data-couriers="">
      {rounds.length > 0 && (
        <CouriersList
          couriers={rounds.map((each) => ({ ...each, text: roundText(each) }))}
          note={`${formatNumber(rounds.filter(({ stops }) => stops.length > 0).length)} con carga`}
          silence={silence}
          onCourier={onCourier}
        />
      )}
      <header className={styles['listHead']}>
        <h2 className="truncate">Órdenes</h2>
        <span>{formatNumber(orders.length)}</span>
      </header>
      <OrderList
        label="Órdenes del mapa"
        orders={orders}
        above={rounds.length > 0 ? HEAD + rounds.length * ROW + HEAD : HEAD}
        shownId={shownId}
        onOrder={onOrder}
      />
    </div>
  );
}

interface CouriersProps {
  /** `text`: the courier's work; omitted for people who may not see orders. */
  couriers: readonly { id: string; name: string; text?: string }[];
  note: string;
  silence: number;
  chosenId?: string | undefined;
  onCourier: (id: string) => void;
}

/** The couriers on the map, each with the last sign of life. One tab stop. */
export function CouriersList({ couriers, note, silence, chosenId, onCourier }: CouriersProps) {
  const { list, roving, rows } = useRows({ keys: couriers.map(({ id }) => id) });
  return (
    <>
      <header className={styles['listHead']}>
        <h2 className="truncate">Repartidores</h2>
        <span>{note}</span>
      </header>
      <ul aria-label="Repartidores" {...list} {...roving.list}>
        {rows.map(({ index, row }) => {
          const courier = couriers[index];
          return (
            courier && (
              <CourierLine
                key={courier.id}
                {...courier}
                row={row}
                silence={silence}
                isChosen={courier.id === chosenId}
                roving={roving.itemAt(index)}
                onCourier={onCourier}
              />
            )
          );
        })}
      </ul>
    </>
  );
}

interface CourierLineProps {
  id: string;
  name: string;
  text?: string | undefined;
  row: Row;
  silence: number;
  isChosen: boolean;
  roving: RovingItem;
  onCourier: (id: string) => void;
}

/** Only this row renders when its courier moves. Orders can be dropped on it. */
function CourierLine({ id, name, text, row, silence, isChosen, roving, onCourier }: CourierLineProps) {
  const life = signOfLife(usePosition(id), useServerTime(), silence);
  const isSilent = life.silence !== undefined;
  return (
    <li {...row} data-courier-id={id}>
      <button
        type="button"
        {...roving}
        className={styles['line']}
        aria-pressed={isChosen}
        onClick={() => onCourier(id)}
      >
        <Avatar name={name} />
        <span>
          <span className={styles['row']}>
            <strong className="truncate">{name}</strong>
            {isSilent ? (
              <span className={styles['silent']}>{life.silence}</span>
            ) : (
              <span className={styles['age']}>{life.text}</span>
            )}
          </span>
          {(isSilent || text !== undefined) && (
            <small className="truncate">{[isSilent && 'sin señal', text].filter(Boolean).join(' · ')}</small>
          )}
        </span>
      </button>
    </li>
  );
}

interface ListProps {
  label: string;
  orders: readonly MapOrder[];
  above?: number;
  shownId: string | undefined;
  onOrder: (id: string) => void;
  /** Numbers of the orders as stops. */
  numbers?: ReadonlyMap<string, number>;
}

function OrderList({ label, orders, above, shownId, onOrder, numbers }: ListProps) {
  const now = useServerTime();
  const { timeZone } = useDispatchOffice();
  const selection = useSelection();
  const { list, roving, rows } = useRows({ keys: orders.map(({ id }) => id), ...(above !== undefined && { above }) });
  if (orders.length === 0)
    return <p className={styles['none']}>Ninguna orden cumple el filtro. Pruebe con otro estado o día.</p>;
  return (
    <ul
      aria-label={label}
      {...list}
      onKeyDown={(event) => {
        roving.list.onKeyDown(event);
        if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void selection.addAll();
      }}
      onFocus={roving.list.onFocus}
    >
      {rows.map(({ index, row }) => {
        const order = orders[index];
        return (
          order && (
            <Line
              key={order.id}
              order={order}
              row={row}
              stop={numbers && (numbers.get(order.id) ?? index + 1)}
              isShown={order.id === shownId}
              isSelected={selection.ids.has(order.id)}
              roving={roving.itemAt(index)}
              onOrder={onOrder}
              onToggle={selection.toggleById}
              now={now}
              timeZone={timeZone}
            />
          )
        );
      })}
    </ul>
  );
}

interface LineProps {
  order: MapOrder;
  row: Row;
  stop: number | undefined;
  isShown: boolean;
  isSelected: boolean;
  roving: RovingItem;
  onOrder: (id: string) => void;
  onToggle: (id: string) => void;
  now: number;
  timeZone: string;
}

const isSpace = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === ' ' && !ctrlKey && !metaKey && !altKey;

function Line(props: LineProps) {
  const { order, row, stop, isShown, isSelected, roving, onOrder, onToggle, now, timeZone } = props;
  const isHovered = useIsHovered(order.id);
  const changed = useChangedRow(order.id);
  return (
    <li
      {...row}
      className={classes(styles['item'], isHovered && styles['hovered'], changed)}
      data-shown={isShown || undefined}
      data-selected={isSelected || undefined}
      onMouseEnter={() => hoverOrder(order.id)}
      onMouseLeave={() => hoverOrder(null)}
    >
      {/* Space on the row does the same. */}
      <button
        type="button"
        role="checkbox"
        tabIndex={-1}
        aria-checked={isSelected}
        aria-label={`Seleccionar ${order.code}`}
        className={styles['check']}
        onClick={() => onToggle(order.id)}
      >
        <span className={parts['box']} data-on={isSelected || undefined}>
          {isSelected && <Check size={13} strokeWidth={3} aria-hidden="true" />}
        </span>
      </button>
      <button
        type="button"
        {...roving}
        data-order-id={order.id}
        aria-pressed={isShown}
        aria-keyshortcuts="Space"
        className={styles['line']}
        onClick={({ ctrlKey, metaKey }) => (ctrlKey || metaKey ? onToggle(order.id) : onOrder(order.id))}
        onKeyDown={(event) => {
          if (!isSpace(event)) return;
          event.preventDefault();
          onToggle(order.id);
        }}
        // A browser that presses the button when the key is released does not open the order.
        onKeyUp={(event) => {
          if (isSpace(event)) event.preventDefault();
        }}
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
          <small className="truncate">
            {order.recipient.name} · {districtOf(order.place.ubigeo)?.name ?? order.place.ubigeo}
          </small>
        </span>
      </button>
    </li>
  );
}
