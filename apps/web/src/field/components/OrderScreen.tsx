import { carryDay, inOrder, movedTo } from '@despacho/contracts/dispatch';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { ROW, useRowDrag } from '#shared/hooks/use-row-drag.ts';
import { useSeconds } from '#shared/hooks/use-seconds.ts';
import { classes } from '#shared/styles/classes.ts';
import { reorderStops } from '../offline/records.ts';
import { type Stop } from '../offline/types.ts';
import { isOpen, windowText } from '../rules/stop-texts.ts';
import { goToRoute } from '../state/hash-route.ts';
import { type LastOrder, setLastOrder, UNDO_MS, useLastOrder } from '../state/last-order.ts';
import { showTop } from '../state/use-return.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { Action } from './Action.tsx';
import { NotStored } from './NotStored.tsx';
import { Screen } from './Screen.tsx';
import common from './Common.module.css';
import styles from './OrderScreen.module.css';

/** Height (px) at the ends of the screen in which a drag scrolls the page, and by how much for each movement. */
const SCROLL_ZONE = 120;
const SCROLL_STEP = 14;

const idsOf = (stops: readonly Stop[]): string[] => stops.map(({ id }) => id);

/**
 * «Orden de la ruta»: the open stops, moved by dragging a handle or with buttons, within the days on which they are
 * carried; saved together.
 */
export function OrderScreen({ stops, day }: { stops: readonly Stop[]; day: string }) {
  const open = stops.filter(isOpen);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  // The list includes the office's changes meanwhile: new stops go last in their day.
  const shown = wanted.length > 0 ? inOrder(open, wanted, day) : open;
  const ids = idsOf(shown);
  const dayOf = (stop: Stop | undefined): string | undefined => stop && carryDay(stop.date ?? day, day);
  const focused = useRef<string | null>(null);
  const move = (id: string, to: number): number => {
    const next = idsOf(inOrder(open, movedTo(ids, id, to), day));
    setWanted(next);
    return next.indexOf(id);
  };
  const step = (stop: Stop, to: number, button: HTMLElement): void => {
    focused.current = button.id;
    announce(`${stop.place.address}: parada ${move(stop.id, to) + 1} de ${shown.length}`);
  };
  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (focused.current !== null) document.getElementById(focused.current)?.focus();
    focused.current = null;
  });
  const { dragged, list, handleOf } = useRowDrag(move);
  const save = useTask(async () => {
    const before = idsOf(open);
    await reorderStops(before, ids);
    setLastOrder({ before, stops: ids, at: Date.now() });
    // «Deshacer» is above the list.
    showTop();
    goToRoute();
  });
  const follow = (event: PointerEvent): void => {
    list.onPointerMove(event);
    if (dragged === null) return;
    if (event.clientY < SCROLL_ZONE) scrollBy(0, -SCROLL_STEP);
    else if (event.clientY > innerHeight - SCROLL_ZONE) scrollBy(0, SCROLL_STEP);
  };
  return (
    <Screen
      title="Orden de la ruta"
      back={{ name: 'route' }}
      footer={
        <>
          <NotStored failure={save.failure} />
          <Action loading={save.isBusy} disabled={ids.join() === idsOf(open).join()} onClick={() => void save.run()}>
            Guardar el orden
          </Action>
        </>
      }
    >
      <p className={common['quiet']}>Arrastre una parada o use las flechas. La oficina verá el orden nuevo.</p>
      <ol className={styles['list']} aria-label="Paradas por visitar" {...list} onPointerMove={follow}>
        {shown.map((stop, place) => (
          <li
            key={stop.id}
            {...{ [ROW]: stop.id }}
            className={classes('frame', styles['row'], dragged === stop.id && styles['dragged'])}
          >
            <span className={styles['handle']} aria-hidden="true" {...handleOf(stop.id)}>
              <GripVertical size={20} aria-hidden="true" />
              {place + 1}
            </span>
            <span className={styles['what']}>
              <span className={styles['address']}>{stop.place.address}</span>
              <span className={common['quiet']}>{[stop.place.district, windowText(stop)].join(' · ')}</span>
            </span>
            {(['Subir', 'Bajar'] as const).map((label) => {
              const to = label === 'Subir' ? place - 1 : place + 1;
              const isPossible = dayOf(shown[to]) === dayOf(stop);
              const Icon = label === 'Subir' ? ArrowUp : ArrowDown;
              return (
                <button
                  key={label}
                  id={`${label}-${stop.id}`}
                  type="button"
                  className={styles['tool']}
                  aria-label={`${label}: ${stop.place.address}`}
                  aria-disabled={!isPossible || undefined}
                  onClick={({ currentTarget }) => {
                    if (isPossible) step(stop, to, currentTarget);
                  }}
                >
                  <Icon size={22} aria-hidden="true" />
                </button>
              );
            })}
          </li>
        ))}
      </ol>
    </Screen>
  );
}

/** «Deshacer», for half a minute after the order was saved. */
export function OrderUndo() {
  const last = useLastOrder();
  return last && <UndoFor key={last.at} last={last} />;
}

function UndoFor({ last }: { last: LastOrder }) {
  const left = Math.ceil((last.at + UNDO_MS - useSeconds(true).getTime()) / 1000);
  const undo = useTask(async () => {
    // The order that the courier saved; if the office has reordered the stops since, its order remains.
    await reorderStops(last.stops, last.before);
    setLastOrder(null);
    announce('Se restauró el orden anterior.');
  });
  if (left <= 0) return null;
  return (
    <section className={common['good']} aria-label="Orden de la ruta">
      <p>Usted cambió el orden de sus paradas.</p>
      <NotStored failure={undo.failure} />
      <Action tone="plain" loading={undo.isBusy} onClick={() => void undo.run()}>
        Deshacer (quedan {left} s)
      </Action>
    </section>
  );
}
