import { readStored, writeStored } from '#shared/state/browser-storage.ts';

const SIDES = ['both', 'couriers', 'map', 'none'] as const;

/** Content next to the orders. */
export type Side = (typeof SIDES)[number];

/** @returns the content stored in this browser; both by default. */
export function rememberedSide(): Side {
  const stored = readStored('despacho.assignment.side');
  return SIDES.find((side) => side === stored) ?? 'both';
}

export function keepSide(side: Side): void {
  writeStored(side, 'despacho.assignment.side');
}
