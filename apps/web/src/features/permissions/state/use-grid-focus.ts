import { type FocusEvent, type KeyboardEvent, useCallback, useState } from 'react';
import { gridMove, type GridPlace, gridPlaceWithin, type GridSize } from '../rules/grid-move.ts';

interface GridFocus {
  /** The one cell that Tab reaches. */
  place: GridPlace;
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
}

function placeOf(element: Element): GridPlace | null {
  const [row, column] = (element.getAttribute('data-place') ?? '').split(',').map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

/** Nearest cell of the row that can hold the focus: a row of someone without a list has its first cell alone. */
function elementAt(grid: Element, { row, column }: GridPlace): HTMLElement | null {
  return (
    grid.querySelector<HTMLElement>(`[data-place="${row},${column}"]`) ??
    grid.querySelector<HTMLElement>(`[data-place="${row},0"]`)
  );
}

/** One focusable cell at a time, moved by the arrow keys; its elements carry `data-place="row,column"`. */
export function useGridFocus(size: GridSize): GridFocus {
  const [wanted, setWanted] = useState<GridPlace>({ row: 1, column: 1 });
  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place) setWanted(place);
  }, []);
  return {
    place: gridPlaceWithin(wanted, size),
    onFocus,
    // Before the cell's own keys: a menu button would open at the arrow that should only pass over it.
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
