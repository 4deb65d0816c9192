import { type Order } from '@despacho/contracts/dispatch';
import { useEffect, useEffectEvent, useState } from 'react';
import { edgeSpeed } from '../rules/edge-scroll.ts';

/** Pixels that a pointer must move before a press counts as a drag. */
const SLACK = 6;

/** Draggable rows, or a map over one of its orders; and couriers as drop targets, or a map over one. */
const ROW = '[data-order-id]';
const TARGET = '[data-courier-id]';
/** The list of couriers, which scrolls during a drag. */
const LIST = '[data-couriers]';

/** The fields of an order that a drag uses. */
export interface DraggedOrder extends Pick<Order, 'id' | 'code' | 'version' | 'weightGrams' | 'window' | 'courier'> {
  place: Pick<Order['place'], 'ubigeo' | 'lat' | 'lng' | 'approximate'>;
}

export interface Drag {
  orders: readonly DraggedOrder[];
  x: number;
  y: number;
  /** The courier under the pointer. */
  courierId: string | null;
}

interface Options {
  /** The dragged orders: the whole selection if the row is part of it, else only the row's order. */
  ordersOf: (rowId: string) => readonly DraggedOrder[];
  onDrop: (orders: readonly DraggedOrder[], courierId: string) => void;
}

const courierAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest(TARGET)?.getAttribute('data-courier-id') ?? null;

/** Scrolls the list of couriers while the pointer is at one of its ends. @param ms time since the last call. */
function scrollAt(x: number, y: number, ms: number): void {
  const list = document.querySelector(LIST);
  const box = list?.getBoundingClientRect();
  if (!list || !box || x < box.left || x > box.right) return;
  list.scrollTop += (edgeSpeed(y, box) * ms) / 1000;
}

/** Suppresses the click that follows a drop. */
function swallowClick(): void {
  const stop = (event: MouseEvent): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }));
}

/**
 * Drag orders from the table or the map onto a courier with the mouse; touch scrolls and uses the buttons.
 * @returns the current drag, or null.
 */
export function useOrderDrag({ ordersOf, onDrop }: Options): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null);
  const startDrag = useEffectEvent(ordersOf);
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    let end: (() => void) | undefined;
    const onDown = (down: PointerEvent): void => {
      const row = down.target instanceof Element ? down.target.closest(ROW) : null;
      if (down.pointerType === 'touch' || down.button !== 0 || !row || down.shiftKey) return;
      const rowId = row.getAttribute('data-order-id') ?? '';
      let orders: readonly DraggedOrder[] = [];
      let [x, y, frame, last] = [down.clientX, down.clientY, 0, 0];
      const aim = (): void => {
        const courierId = courierAt(x, y);
        setDrag((now) =>
          now?.x === x && now.y === y && now.courierId === courierId ? now : { orders, x, y, courierId },
        );
      };
      // The pointer rests while the list scrolls, so that no event reports the courier below it.
      const onFrame = (now: number): void => {
        scrollAt(x, y, last === 0 ? 0 : now - last);
        last = now;
        aim();
        frame = requestAnimationFrame(onFrame);
      };
      const onMove = (move: PointerEvent): void => {
        [x, y] = [move.clientX, move.clientY];
        if (orders.length === 0) {
          if (Math.hypot(x - down.clientX, y - down.clientY) < SLACK) return;
          orders = startDrag(rowId);
          if (orders.length === 0) return;
          frame = requestAnimationFrame(onFrame);
        }
        // Prevents text selection and native dragging.
        move.preventDefault();
        getSelection()?.removeAllRanges();
        aim();
      };
      const onUp = (up: PointerEvent): void => {
        const courierId = courierAt(up.clientX, up.clientY);
        if (orders.length > 0) swallowClick();
        if (orders.length > 0 && courierId !== null) drop(orders, courierId);
        end?.();
      };
      const onKey = (event: KeyboardEvent): void => {
        if (event.key !== 'Escape' || orders.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        end?.();
      };
      end?.();
      const listeners = new AbortController();
      const { signal } = listeners;
      end = () => {
        cancelAnimationFrame(frame);
        listeners.abort();
        setDrag(null);
        end = undefined;
      };
      addEventListener('pointermove', onMove, { signal });
      addEventListener('pointerup', onUp, { signal });
      addEventListener('pointercancel', end, { signal });
      addEventListener('keydown', onKey, { capture: true, signal });
    };
    // Native dragging of a row's link would stop pointer events.
    const onNative = (event: DragEvent): void => {
      if (event.target instanceof Element && event.target.closest(ROW)) event.preventDefault();
    };
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('dragstart', onNative);
    return () => {
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('dragstart', onNative);
      end?.();
    };
  }, []);
  return drag;
}
