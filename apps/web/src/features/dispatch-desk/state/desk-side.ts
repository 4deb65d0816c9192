/** What stands beside the orders, with the names people see. */
export const SIDES = {
  both: 'Ambos',
  couriers: 'Repartidores',
  map: 'Mapa',
  none: 'Nada',
} as const;

export type Side = keyof typeof SIDES;

const KEY = 'despacho.assignment.side';

/** @returns what this browser showed last; both at first. */
export function rememberedSide(): Side {
  try {
    const said = localStorage.getItem(KEY) ?? '';
    return Object.hasOwn(SIDES, said) ? (said as Side) : 'both';
  } catch {
    return 'both';
  }
}

export function keepSide(side: Side): void {
  try {
    localStorage.setItem(KEY, side);
  } catch {
    // It is then chosen anew each time.
  }
}
