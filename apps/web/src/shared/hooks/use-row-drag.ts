import { type PointerEvent, useState } from 'react';

/** Attribute of sortable rows; its value is the row's id. */
export const ROW = 'data-row-id';

/** @returns the number of rows whose middle the pointer has passed, without the dragged one. */
function placeAt(list: Element, dragged: string, y: number): number {
  return [...list.querySelectorAll(`[${ROW}]`)].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return row.getAttribute(ROW) !== dragged && y > (top + bottom) / 2;
  }).length;
}

/**
 * Moves rows of a list by a handle, with mouse, pen or touch. The list captures the pointer instead of the handle,
 * because React moves the handle's row in the DOM, which would release the capture.
 * @param onMove called each time the row should move.
 * @returns the dragged row, props for the list (`ul` or `ol`), and props for a row's handle.
 */
export function useRowDrag(onMove: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const list = {
    onPointerMove: ({ currentTarget, clientY }: PointerEvent) => {
      if (dragged !== null) onMove(dragged, placeAt(currentTarget, dragged, clientY));
    },
    // Released, cancelled or captured elsewhere: the drag ends.
    onLostPointerCapture: () => setDragged(null),
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
