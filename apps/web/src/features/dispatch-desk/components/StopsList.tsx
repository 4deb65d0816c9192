import { type Courier, differs, inOrder, movedTo, type Order, pendingOrder } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pin from 'lucide-react/icons/pin';
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
import { StopHandle } from './StopHandle.tsx';
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

/** The stops, reordered by dragging a handle, with Alt and the arrow keys, or by a menu, which also fixes places. Saved together. */
function StopRows({ courier, load, stops }: Props & { stops: readonly Order[] }) {
  const { run, all } = useActions();
  const { open } = useOrderWindow();
  const [wanted, setWanted] = useState<readonly string[]>([]);
  // The ids that are fixed, once somebody changed one.
  const [pins, setPins] = useState<readonly string[] | null>(null);
  const shown = inOrder(stops, wanted, load.day);
  const stored = stops.filter(({ pinned }) => pinned).map(({ id }) => id);
  const fixed = pins ?? stored;
  const ids = shown.map(({ id }) => id);
  const isRepinned = stops.some(({ id }) => fixed.includes(id) !== stored.includes(id));
  const dirty = differs(shown, stops) || isRepinned;
  const saving = all.some(
    (action) => isRunning(action) && action.steps.some(({ request }) => request.courierId === courier.id),
  );
  const move = (id: string, to: number): number => {
    const next = movedTo(ids, id, to);
    if (next.join() !== ids.join()) setWanted(next);
    return next.indexOf(id);
  };
  const moveAndSay = ({ id, code }: Order, to: number): void =>
    announce(`${code}: parada ${move(id, to) + 1} de ${shown.length}`);
  const pin = ({ id, code }: Order): void => {
    const isFixed = fixed.includes(id);
    setPins(isFixed ? fixed.filter((each) => each !== id) : [...fixed, id]);
    announce(`${code}: ${isFixed ? 'ya no está fija' : 'fija en su lugar'}`);
  };
  /** Where a stop can go, and whether its place is fixed. */
  const menuOf = (stop: Order, place: number): MenuItem[] => {
    const isPlace = (at: number): boolean => shown[at] !== undefined;
    const pinIcon = <Pin size={16} aria-hidden="true" />;
    const entry = (label: string, to: number, icon?: ReactNode): MenuItem => ({
      label,
      icon,
      ...(!isPlace(to) && { disabledReason: 'Es el límite de la ruta' }),
      onSelect: () => moveAndSay(stop, to),
    });
    return [
      entry('Subir', place - 1, <ArrowUp size={16} aria-hidden="true" />),
      entry('Bajar', place + 1, <ArrowDown size={16} aria-hidden="true" />),
      {
        label: fixed.includes(stop.id) ? 'Dejar de fijar' : 'Fijar en su lugar',
        icon: pinIcon,
        onSelect: () => pin(stop),
      },
      ...(fixed.length > 1
        ? [{ label: `Dejar de fijar las ${fixed.length}`, icon: pinIcon, onSelect: () => setPins([]) }]
        : []),
      ...shown.flatMap((_, at) => (at !== place ? entry(`Mover a la parada ${at + 1}`, at) : [])),
    ];
  };
  const { dragged, list, handleOf } = useRowDrag(move);
  const kept = pendingOrder(wanted, stops, load.day);
  if (dragged === null && kept.length !== wanted.length) setWanted(kept);
  if (pins !== null && !isRepinned) setPins(null);

  return (
    <div className={styles['stops']}>
      <ol aria-label={`Paradas de ${courier.name}`} {...list}>
        {shown.map((stop, place) => (
          <li
            key={stop.id}
            {...{ [ROW]: stop.id }}
            className={classes(styles['stop'], dragged === stop.id && styles['dragged'])}
          >
            <StopHandle
              code={stop.code}
              place={place}
              drag={handleOf(stop.id)}
              onMove={(by) => moveAndSay(stop, place + by)}
              onPin={() => pin(stop)}
            />
            <button type="button" className={styles['what']} onClick={() => open({ kind: 'detail', id: stop.id })}>
              <span className={styles['code']}>
                {stop.code}
                {fixed.includes(stop.id) && <Pin size={14} role="img" aria-label="Fija en su lugar" />}
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
            onClick={() => void run(reorderIntent(courier, load.day, shown, pins ?? undefined))}
          >
            Guardar el orden
          </Button>
          <Button
            size="sm"
            disabled={saving}
            onClick={() => {
              setWanted([]);
              setPins(null);
            }}
          >
            Descartar
          </Button>
        </div>
      )}
    </div>
  );
}
