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
 * Moves rows of a list by a handle, with mouse, pen or finger. The list holds the pointer from the press on, and not the
 * handle: React moves the row of a handle when it goes down, and a browser takes the pointer from what is moved.
 * @param onMove told each time the row should stand elsewhere.
 * @returns the row on its way, what the list (`ul` or `ol`) needs, and what the handle of a row needs.
 */
export function useRowDrag(onMove: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const list = {
    onPointerMove: ({ currentTarget, clientY }: PointerEvent) => {
      if (dragged !== null) onMove(dragged, placeAt(currentTarget, dragged, clientY));
    },
    // Let go, cancelled, or taken by something else: all of it ends here.
    onLostPointerCapture: () => {
      setDragged(null);
    },
  };
  const handleOf = (id: string) => ({
    onPointerDown: ({ button, isPrimary, currentTarget, pointerId }: PointerEvent) => {
      const rows = currentTarget.closest('ul, ol');
      if (button !== 0 || !isPrimary || !rows) return;
      rows.setPointerCapture(pointerId);
      setDragged(id);
    },
  });
  return { dragged, list, handleOf };
}
