import { type PointerEvent, useState } from 'react';

/** Marks a row that can be passed over; its value is the row's id. */
export const ROW = 'data-row-id';

const rowsOf = (list: Element): Element[] => [...list.querySelectorAll(`[${ROW}]`)];

/** @returns how many rows the pointer has passed the middle of, leaving the dragged one out. */
function placeAt(list: Element, dragged: string, y: number): number {
  return rowsOf(list).filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return row.getAttribute(ROW) !== dragged && y > (top + bottom) / 2;
  }).length;
}

/**
 * Moves rows of a list by a handle, with mouse, pen or finger.
 * @param onMove told each time the row should stand elsewhere.
 */
export function useRowDrag(onMove: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const end = (): void => {
    setDragged(null);
  };
  const handleOf = (id: string) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(id);
    },
    onPointerMove: (event: PointerEvent) => {
      const list = event.currentTarget.closest('ul, ol');
      if (dragged === id && list) onMove(id, placeAt(list, id, event.clientY));
    },
    onPointerUp: end,
    onPointerCancel: end,
  });
  return { dragged, handleOf };
}
