import { MOVE_REASONS, type Order, type RouteStop } from '@despacho/contracts/dispatch';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Pin from 'lucide-react/icons/pin';
import Truck from 'lucide-react/icons/truck';
import { districtOf } from '#shared/districts/districts.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { announce } from '#shared/hooks/announce.ts';
import { ROW, useRowDrag } from '#shared/hooks/use-row-drag.ts';
import { classes } from '#shared/styles/classes.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { Menu } from '#shared/ui/Menu/Menu.tsx';
import { durationText } from '#features/orders/rules/arrival-text.ts';
import { clockText } from '../rules/route-texts.ts';
import { editedStops, type RouteEdit, stopId, withMoved, withPin } from '../rules/route-edit.ts';
import { type EditedRoute } from '../state/use-edited-routes.ts';
import rows from './StopsList.module.css';
import styles from './SortWindow.module.css';

interface Props {
  route: EditedRoute;
  /** The orders of the route by id, for their texts. */
  orders: ReadonlyMap<string, Order>;
  onChange: (edit: RouteEdit) => void;
}

/** The stops of a proposed route, moved by dragging, with Alt and the arrow keys, or by a menu, and pinned. */
export function SortedStops({ route, orders, onChange }: Props) {
  const { part, edit } = route;
  const stops = editedStops(part, edit);
  const reasons = new Map(part.moves.flatMap(({ ids, why }) => ids.map((id) => [id, why] as const)));
  const move = (id: string, to: number): void => {
    const next = withMoved(edit, id, to);
    if (next.order.join() !== edit.order.join()) onChange(next);
  };
  const moveAndSay = (id: string, code: string, to: number): void => {
    const place = Math.min(stops.length - 1, Math.max(0, to));
    move(id, place);
    announce(`${code}: parada ${place + 1} de ${stops.length}, fijada`);
  };
  const { dragged, list, handleOf } = useRowDrag(move);
  return (
    <ol aria-label={`Paradas propuestas de ${part.name}`} className={styles['stops']} {...list}>
      {stops.map((stop, place) => {
        const id = stopId(stop);
        const order = orders.get(id);
        const code = order?.code ?? id;
        const why = route.edit.isHeld ? undefined : reasons.get(id);
        return (
          <li
            key={id}
            {...{ [ROW]: id }}
            className={classes(rows['stop'], styles['stop'], dragged === id && rows['dragged'])}
          >
            <button
              type="button"
              className={rows['handle']}
              aria-label={`Parada ${place + 1}, ${code}: mover con Alt y flechas`}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              {...handleOf(id)}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                if (by === 0 || !event.altKey) return;
                event.preventDefault();
                event.stopPropagation();
                moveAndSay(id, code, place + by);
              }}
            >
              <GripVertical size={16} aria-hidden="true" />
              <span className={rows['place']}>{place + 1}</span>
            </button>
            <span className={rows['what']}>
              <span className={rows['code']}>
                {code}
                {stop.orders.length > 1 && <span>{orderCount(stop.orders.length)}</span>}
                {stop.isNext && <Truck size={14} role="img" aria-label="Va hacia ella" />}
              </span>
              <span className={rows['where']}>
                {order && `${order.place.address} · ${districtOf(order.place.ubigeo)?.name ?? order.place.ubigeo}`}
              </span>
              {why && <span className={styles['why']}>{MOVE_REASONS[why]}</span>}
            </span>
            <Times
              stop={stop}
              window={order?.window ?? null}
              isFirstOfTrip={stop.trip > (stops[place - 1]?.trip ?? 1)}
            />
            <IconButton
              label={`Fijar la parada ${place + 1}, ${code}`}
              variant="plain"
              aria-pressed={stop.pinned}
              className={styles['pin']}
              icon={<Pin size={16} aria-hidden="true" />}
              onClick={() => onChange(withPin(edit, id))}
            />
            {stops.length > 1 && (
              <Menu
                compact
                label={`Mover ${code}`}
                icon={<EllipsisVertical size={16} aria-hidden="true" />}
                items={() => [
                  {
                    label: 'Subir',
                    icon: <ArrowUp size={16} aria-hidden="true" />,
                    disabledReason: place === 0 ? 'Es la primera' : undefined,
                    onSelect: () => moveAndSay(id, code, place - 1),
                  },
                  {
                    label: 'Bajar',
                    icon: <ArrowDown size={16} aria-hidden="true" />,
                    disabledReason: place === stops.length - 1 ? 'Es la última' : undefined,
                    onSelect: () => moveAndSay(id, code, place + 1),
                  },
                  ...stops.flatMap((_, at) =>
                    at === place
                      ? []
                      : { label: `Mover a la parada ${at + 1}`, onSelect: () => moveAndSay(id, code, at) },
                  ),
                ]}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface TimesProps {
  stop: RouteStop;
  window: Order['window'];
  isFirstOfTrip: boolean;
}

const Times = ({ stop: { arrivesAt, late, trip }, window, isFirstOfTrip }: TimesProps) => (
  <span className={styles['times']}>
    <span>
      <span className="visually-hidden">Llega a las </span>
      {clockText(arrivesAt)}
    </span>
    {late > 0 ? (
      <span className={styles['late']}>{durationText(60_000 * late)} tarde</span>
    ) : (
      window && <span>{`${window.from}–${window.to}`}</span>
    )}
    {isFirstOfTrip && <span>{trip}.ª vuelta</span>}
  </span>
);
