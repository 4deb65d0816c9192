import { type FocusEvent, type KeyboardEvent, useCallback, useState } from 'react';
import { gridMove, type GridPlace, gridPlaceWithin, type GridSize } from '../rules/grid-move.ts';

interface GridFocus {
  /** The one cell in the tab order (roving tabindex). */
  place: GridPlace;
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
}

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
export function useGridFocus(size: GridSize): GridFocus {
  const [focused, setFocused] = useState<GridPlace>({ row: 1, column: 1 });
  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place) setFocused(place);
  }, []);
  return {
    place: gridPlaceWithin(focused, size),
    onFocus,
    // In the capture phase, because a menu button would open on the arrow key that should move past it.
    onKeyDownCapture: (event) => {
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
