import { tryStorage } from '#shared/state/try-storage.ts';

const SIDES = ['both', 'couriers', 'map', 'none'] as const;

/** Content next to the orders. */
export type Side = (typeof SIDES)[number];

const KEY = 'despacho.assignment.side';

/** @returns the content stored in this browser; both by default. */
export function rememberedSide(): Side {
  const stored = tryStorage(() => localStorage.getItem(KEY));
  return SIDES.find((side) => side === stored) ?? 'both';
}

export function keepSide(side: Side): void {
  tryStorage(() => localStorage.setItem(KEY, side));
}
