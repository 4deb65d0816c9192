import { MOVE_REASONS, type Order, type RouteStop } from '@despacho/contracts/dispatch';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
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
import { editedStops, heldNext, type RouteEdit, savedPlaces, stopId, withMoved, withPin } from '../rules/route-edit.ts';
import { type EditedRoute } from '../state/use-edited-routes.ts';
import { StopHandle } from './StopHandle.tsx';
import rows from './StopsList.module.css';
import styles from './SortWindow.module.css';

interface Props {
  route: EditedRoute;
  /** The orders of the route by id, for their texts. */
  orders: ReadonlyMap<string, Order>;
  onChange: (edit: RouteEdit) => void;
}

/** Why a stop cannot be moved. */
const NEXT_STAYS = 'Va hacia ella: desfíjela para moverla';

/** The stops of a proposed route: moved by dragging, with Alt and the arrow keys, or by a menu; pinned with P or a button. */
export function SortedStops({ route, orders, onChange }: Props) {
  const { part, edit } = route;
  const stops = editedStops(part, edit);
  const next = heldNext(stops);
  const places = savedPlaces(part, [...orders.values()]);
  const reasons = new Map(part.moves.flatMap(({ ids, why }) => ids.map((id) => [id, why] as const)));
  const moved = (id: string, to: number): RouteEdit => withMoved(edit, stops, id, to);
  const move = (id: string, to: number): void => {
    const changed = moved(id, to);
    if (changed !== edit) onChange(changed);
  };
  const moveAndSay = (id: string, code: string, to: number): void => {
    const changed = moved(id, to);
    if (changed === edit && next && to < stops.length) announce(NEXT_STAYS);
    else
      announce(
        `${code}: parada ${changed.order.indexOf(id) + 1} de ${stops.length}${changed.pinned.has(id) ? ', fijada' : ''}`,
      );
    move(id, to);
  };
  const pin = (id: string, code: string): void => {
    announce(`${code}: ${edit.pinned.has(id) ? 'ya no está fijada' : 'fijada en su lugar'}`);
    onChange(withPin(edit, id));
  };
  const { dragged, list, handleOf } = useRowDrag(move);
  return (
    <ol aria-label={`Paradas propuestas de ${part.name}`} className={styles['stops']} {...list}>
      {stops.map((stop, place) => {
        const id = stopId(stop);
        const order = orders.get(id);
        const code = order?.code ?? id;
        const why = edit.isHeld ? undefined : reasons.get(id);
        const was = places.get(id);
        const change = [
          ...(was === undefined || was === place + 1 ? [] : [`antes ${was}.ª`]),
          ...(why === undefined ? [] : [MOVE_REASONS[why]]),
        ].join(' · ');
        const staysWhy = (to: number, end: string): string | undefined =>
          to < 0 || to >= stops.length ? end : moved(id, to) === edit ? NEXT_STAYS : undefined;
        return (
          <li
            key={id}
            {...{ [ROW]: id }}
            className={classes(rows['stop'], styles['stop'], dragged === id && rows['dragged'])}
          >
            <StopHandle
              code={code}
              place={place}
              drag={handleOf(id)}
              onMove={(by) => moveAndSay(id, code, place + by)}
              onPin={() => pin(id, code)}
            />
            <span className={classes(rows['what'], styles['what'])}>
              <span className={rows['code']}>
                {code}
                {order && <span className={styles['recipient']}>{order.recipient.name}</span>}
                {stop.orders.length > 1 && <span>{orderCount(stop.orders.length)}</span>}
                {stop.isNext && <Truck size={14} role="img" aria-label="Va hacia ella" />}
              </span>
              <span className={rows['where']}>
                {order && `${order.place.address} · ${districtOf(order.place.ubigeo)?.name ?? order.place.ubigeo}`}
              </span>
              {change !== '' && <span className={styles['why']}>{change}</span>}
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
              onClick={() => pin(id, code)}
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
                    disabledReason: staysWhy(place - 1, 'Es la primera'),
                    onSelect: () => moveAndSay(id, code, place - 1),
                  },
                  {
                    label: 'Bajar',
                    icon: <ArrowDown size={16} aria-hidden="true" />,
                    disabledReason: staysWhy(place + 1, 'Es la última'),
                    onSelect: () => moveAndSay(id, code, place + 1),
                  },
                  ...stops.flatMap((_, at) =>
                    at === place || moved(id, at) === edit
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
