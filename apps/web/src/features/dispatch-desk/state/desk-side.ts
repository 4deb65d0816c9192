/** Content next to the orders, with labels. */
export const SIDES = {
  both: 'Ambos',
  couriers: 'Repartidores',
  map: 'Mapa',
  none: 'Nada',
} as const;

export type Side = keyof typeof SIDES;

const KEY = 'despacho.assignment.side';

/** @returns the content stored in this browser; both by default. */
export function rememberedSide(): Side {
  try {
    const stored = localStorage.getItem(KEY) ?? '';
    return Object.hasOwn(SIDES, stored) ? (stored as Side) : 'both';
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
