import { observeSizes } from '#shared/hooks/observe-sizes.ts';

/** Share of an element below which it is not considered covered: part of it is still seen and used. */
const COVERED = 0.9;

/** Length of the overlap of two ranges, in px. */
const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom));

/** Siblings, and the children of those that have no box (`display: contents`). */
const beside = (panel: HTMLElement): HTMLElement[] =>
  [...(panel.parentElement?.children ?? [])]
    .flatMap((each) => (getComputedStyle(each).display === 'contents' ? [...each.children] : [each]))
    .filter((each): each is HTMLElement => each instanceof HTMLElement && each !== panel);

// Offsets instead of rectangles, which move while the panel slides in.
const isCovered = (panel: HTMLElement, each: HTMLElement): boolean =>
  each.offsetWidth > 0 &&
  overlap(each.offsetLeft, each.offsetWidth, panel.offsetLeft, panel.offsetWidth) *
    overlap(each.offsetTop, each.offsetHeight, panel.offsetTop, panel.offsetHeight) >=
    COVERED * each.offsetWidth * each.offsetHeight;

/**
 * Makes the siblings inert that a panel covers, so that the focus does not move behind it; again when its size changes.
 * @param panel positioned by the same ancestor as its siblings.
 * @returns a function that ends it.
 */
export function inertBehind(panel: HTMLElement): () => void {
  let covered: readonly HTMLElement[] = [];
  const release = (): void => {
    for (const each of covered) each.inert = false;
  };
  const cover = (): void => {
    release();
    covered = beside(panel).filter((each) => isCovered(panel, each));
    for (const each of covered) each.inert = true;
  };
  cover();
  const end = observeSizes(cover, panel);
  return () => {
    end();
    release();
  };
}
