import { KEYBOARD_STEP } from './timings.ts';

/** A panel's measures, in px. */
interface Scrolled {
  top: number;
  /** Visible height. */
  page: number;
  /** Whole height. */
  height: number;
}

/** What of a page stays in sight when a page is turned, in px. */
const OVERLAP = 40;

/** @returns how far down the panel a key scrolls it, from its top; undefined for a key that does not scroll. */
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
