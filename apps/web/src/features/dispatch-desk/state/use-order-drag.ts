import { type Order } from '@despacho/contracts/dispatch';
import { useEffect, useEffectEvent, useState } from 'react';

/** Pixels a pointer moves before a press counts as dragging. */
const SLACK = 6;

/** Rows of the table that can be drawn, and couriers they can be dropped on. */
const ROW = '[data-order-id]';
const TARGET = '[data-courier-id]';

export interface Drag {
  orders: readonly Order[];
  x: number;
  y: number;
  /** The courier below the pointer. */
  courierId: string | null;
}

interface Ways {
  /** What a row stands for: itself, or all that is chosen when it is one of them. */
  ordersOf: (rowId: string) => readonly Order[];
  onDrop: (orders: readonly Order[], courierId: string) => void;
}

const courierAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest(TARGET)?.getAttribute('data-courier-id') ?? null;

/** A press that has just dropped something is no click on what lies below. */
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
 * Draws orders from the table onto a courier with the mouse. A finger scrolls, and has the buttons.
 * @returns what is being drawn, where; null while nothing is.
 */
export function useOrderDrag({ ordersOf, onDrop }: Ways): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begin = useEffectEvent((rowId: string) => ordersOf(rowId));
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
          orders = begin(rowId);
          if (orders.length === 0) return;
        }
        // No text is being selected, and nothing is dragged by the browser itself.
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
    // The browser would drag the link of a row, and the pointer would be heard no more.
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
