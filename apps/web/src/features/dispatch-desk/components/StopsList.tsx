import { type Courier, differs, inOrder, movedTo, type Order, pendingOrder } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Truck from 'lucide-react/icons/truck';
import { type ReactNode, useState } from 'react';
import { districtOf } from '#shared/districts/districts.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useCoarsePointer } from '#shared/hooks/use-coarse-pointer.ts';
import { ROW, useRowDrag } from '#shared/hooks/use-row-drag.ts';
import { classes } from '#shared/styles/classes.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Menu, type MenuItem } from '#shared/ui/Menu/Menu.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { formatDay } from '#shared/format/format-day.ts';
import { type LoadDay, stopsQuery } from '#features/orders/api/stops-query.ts';
import { useDispatchOffice, useOrderWindow } from '#features/orders/state/use-orders-state.ts';
import { isRunning } from '../rules/action.ts';
import { reorderIntent } from '../rules/intents.ts';
import { useActions } from '../state/use-actions.ts';
import styles from './StopsList.module.css';

interface Props {
  courier: Courier;
  load: LoadDay;
}

/** A courier's stops of a day, in route order. */
export function StopsList({ courier, load }: Props) {
  const { officeId } = useDispatchOffice();
  const isCoarse = useCoarsePointer();
  const query = useQuery(stopsQuery(officeId, courier.id, load));
  if (query.isPending) return <Skeleton className={styles['waiting']} height={36} />;
  if (query.data === undefined) return <QueryError query={query} />;
  if (query.data.length === 0)
    return (
      <p className={styles['none']}>
        Sin paradas.{' '}
        {isCoarse ? 'Asígnele órdenes desde la tabla.' : 'Asígnele órdenes desde la tabla o arrástrelas hasta aquí.'}
      </p>
    );
  return <StopRows key={load.day} courier={courier} load={load} stops={query.data} />;
}

/** The stops, reordered by dragging a handle, with Alt and the arrow keys, or by a menu. Saved together. */
function StopRows({ courier, load, stops }: Props & { stops: readonly Order[] }) {
  const { run, all } = useActions();
  const { open } = useOrderWindow();
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const shown = inOrder(stops, wanted);
  const ids = shown.map(({ id }) => id);
  const dirty = differs(shown, stops);
  const saving = all.some(
    (action) => isRunning(action) && action.steps.some(({ request }) => request.courierId === courier.id),
  );
  /** @returns the stop's new index: it stays within its day. */
  const move = (id: string, to: number): number => {
    const next = inOrder(stops, movedTo(ids, id, to)).map((stop) => stop.id);
    if (next.join() !== ids.join()) setWanted(next);
    return next.indexOf(id);
  };
  const moveAndSay = ({ id, code }: Order, to: number): void =>
    announce(`${code}: parada ${move(id, to) + 1} de ${shown.length}`);
  /** Where a stop can go: every place of its day. */
  const menuOf = (stop: Order, place: number): MenuItem[] => {
    const isOfItsDay = (at: number): boolean => shown[at]?.date === stop.date;
    const entry = (label: string, to: number, icon?: ReactNode): MenuItem => ({
      label,
      icon,
      ...(!isOfItsDay(to) && { disabledReason: 'Es el límite de su día' }),
      onSelect: () => moveAndSay(stop, to),
    });
    return [
      entry('Subir', place - 1, <ArrowUp size={16} aria-hidden="true" />),
      entry('Bajar', place + 1, <ArrowDown size={16} aria-hidden="true" />),
      ...shown.flatMap((_, at) => (at !== place && isOfItsDay(at) ? entry(`Mover a la parada ${at + 1}`, at) : [])),
    ];
  };
  const { dragged, list, handleOf } = useRowDrag(move);
  const kept = pendingOrder(wanted, stops);
  if (dragged === null && kept.length !== wanted.length) setWanted(kept);

  return (
    <div className={styles['stops']}>
      <ol aria-label={`Paradas de ${courier.name}`} {...list}>
        {shown.map((stop, place) => (
          <li
            key={stop.id}
            {...{ [ROW]: stop.id }}
            className={classes(styles['stop'], dragged === stop.id && styles['dragged'])}
          >
            <button
              type="button"
              className={styles['handle']}
              aria-label={`Parada ${place + 1}, ${stop.code}: mover con Alt y flechas`}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              {...handleOf(stop.id)}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                if (by === 0 || !event.altKey) return;
                event.preventDefault();
                event.stopPropagation();
                moveAndSay(stop, place + by);
              }}
            >
              <GripVertical size={16} aria-hidden="true" />
              <span className={styles['place']}>{place + 1}</span>
            </button>
            <button type="button" className={styles['what']} onClick={() => open({ kind: 'detail', id: stop.id })}>
              <span className={styles['code']}>
                {stop.code}
                {stop.state === 'en_ruta' && <Truck size={14} role="img" aria-label="En ruta" />}
              </span>
              <span className={styles['where']}>
                {stop.place.address} · {districtOf(stop.place.ubigeo)?.name ?? stop.place.ubigeo}
              </span>
            </button>
            <span className={styles['when']}>
              {[
                stop.date === load.day ? null : formatDay(stop.date, load.today),
                stop.window && `${stop.window.from}–${stop.window.to}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {shown.length > 1 && (
              <Menu
                compact
                label={`Mover ${stop.code}`}
                icon={<EllipsisVertical size={16} aria-hidden="true" />}
                items={() => menuOf(stop, place)}
              />
            )}
          </li>
        ))}
      </ol>
      {dirty && (
        <div className={styles['save']}>
          <Button
            size="sm"
            variant="primary"
            loading={saving}
            onClick={() => void run(reorderIntent(courier, load.day, shown))}
          >
            Guardar el orden
          </Button>
          <Button size="sm" disabled={saving} onClick={() => setWanted([])}>
            Descartar
          </Button>
        </div>
      )}
    </div>
  );
}
