import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { gridMove, type GridPlace, gridPlaceWithin, type GridSize } from '../rules/grid-move.ts';

function placeOf(element: Element): GridPlace | null {
  const [row, column] = (element.getAttribute('data-place') ?? '').split(',').map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

/** A row without a permission list has only its first cell; fall back to it. */
function elementAt(grid: Element, { row, column }: GridPlace): HTMLElement | null {
  return (
    grid.querySelector<HTMLElement>(`[data-place="${row},${column}"]`) ??
    grid.querySelector<HTMLElement>(`[data-place="${row},0"]`)
  );
}

/** Roving focus for a grid: arrow keys move it. Cells carry `data-place="row,column"`. */
export function useGridFocus(size: GridSize) {
  const [focused, setFocused] = useState<GridPlace>({ row: 1, column: 1 });
  return {
    /** The one cell in the tab order (roving tabindex). */
    place: gridPlaceWithin(focused, size),
    onFocus: (event: FocusEvent<HTMLElement>): void => {
      const place = placeOf(event.target);
      if (place) setFocused(place);
    },
    // In the capture phase, because a menu button would open on the arrow key that should move past it.
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>): void => {
      const grid = event.currentTarget;
      const from = event.target instanceof Element && grid.contains(event.target) ? placeOf(event.target) : null;
      const to = from && gridMove(from, event, size);
      if (!to || event.altKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      elementAt(grid, to)?.focus();
    },
  };
}
