const SIDES = ['both', 'couriers', 'map', 'none'] as const;

/** Content next to the orders. */
export type Side = (typeof SIDES)[number];

const KEY = 'despacho.assignment.side';

/** @returns the content stored in this browser; both by default. */
export function rememberedSide(): Side {
  try {
    const stored = localStorage.getItem(KEY);
    return SIDES.find((side) => side === stored) ?? 'both';
  } catch {
    return 'both';
  }
}

export function keepSide(side: Side): void {
  try {
    localStorage.setItem(KEY, side);
  } catch {
    // Without storage, the choice is not kept.
  }
}
