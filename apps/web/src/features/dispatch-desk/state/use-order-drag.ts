import { type Order } from '@despacho/contracts/dispatch';
import { useEffect, useEffectEvent, useState } from 'react';

/** Pixels that a pointer must move before a press counts as a drag. */
const SLACK = 6;

/** Draggable table rows, and couriers as drop targets. */
const ROW = '[data-order-id]';
const TARGET = '[data-courier-id]';

export interface Drag {
  orders: readonly Order[];
  x: number;
  y: number;
  /** The courier under the pointer. */
  courierId: string | null;
}

interface Options {
  /** The dragged orders: the whole selection if the row is part of it, else only the row's order. */
  ordersOf: (rowId: string) => readonly Order[];
  onDrop: (orders: readonly Order[], courierId: string) => void;
}

const courierAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest(TARGET)?.getAttribute('data-courier-id') ?? null;

/** Suppresses the click that follows a drop. */
function swallowClick(): void {
  const stop = (event: MouseEvent): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => {
    removeEventListener('click', stop, { capture: true });
  });
}

/**
 * Drag orders from the table onto a courier with the mouse; touch scrolls and uses the buttons.
 * @returns the current drag, or null.
 */
export function useOrderDrag({ ordersOf, onDrop }: Options): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null);
  const startDrag = useEffectEvent((rowId: string) => ordersOf(rowId));
  const drop = useEffectEvent((orders: readonly Order[], courierId: string) => {
    onDrop(orders, courierId);
  });

  useEffect(() => {
    let end: (() => void) | undefined;
    const onDown = (down: PointerEvent): void => {
      const row = down.target instanceof Element ? down.target.closest(ROW) : null;
      if (down.pointerType === 'touch' || down.button !== 0 || !row || down.shiftKey) return;
      const rowId = row.getAttribute('data-order-id') ?? '';
      let orders: readonly Order[] = [];
      const onMove = (move: PointerEvent): void => {
        const { clientX: x, clientY: y } = move;
        if (orders.length === 0) {
          if (Math.hypot(x - down.clientX, y - down.clientY) < SLACK) return;
          orders = startDrag(rowId);
          if (orders.length === 0) return;
        }
        // Prevents text selection and native dragging.
        move.preventDefault();
        getSelection()?.removeAllRanges();
        setDrag({ orders, x, y, courierId: courierAt(x, y) });
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
      end = () => {
        removeEventListener('pointermove', onMove);
        removeEventListener('pointerup', onUp);
        removeEventListener('pointercancel', cancel);
        removeEventListener('keydown', onKey, { capture: true });
        setDrag(null);
        end = undefined;
      };
      const cancel = (): void => end?.();
      addEventListener('pointermove', onMove);
      addEventListener('pointerup', onUp);
      addEventListener('pointercancel', cancel);
      addEventListener('keydown', onKey, { capture: true });
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
