import { KEYBOARD_STEP } from './timings.ts';

/** Scroll measurements of a panel, in px. */
interface Scrolled {
  top: number;
  /** Visible height. */
  page: number;
  /** Total height. */
  height: number;
}

/** Overlap of two pages when paging, in px. */
const OVERLAP = 40;

/** @returns the scroll position after a key press, in px from the top; undefined for a key that does not scroll. */
export function scrollTarget(key: string, shift: boolean, { top, page, height }: Scrolled): number | undefined {
  const turn = Math.max(KEYBOARD_STEP, page - OVERLAP);
  const targets: Partial<Record<string, number>> = {
    ArrowDown: top + KEYBOARD_STEP,
    ArrowUp: top - KEYBOARD_STEP,
    PageDown: top + turn,
    PageUp: top - turn,
    ' ': shift ? top - turn : top + turn,
    Home: 0,
    End: height,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(Math.max(0, target), Math.max(0, height - page));
}
