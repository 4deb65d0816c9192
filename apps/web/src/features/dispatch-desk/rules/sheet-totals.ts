import { type Order } from '@despacho/contracts/dispatch';

export interface SheetTotals {
  stops: number;
  packages: number;
  weightGrams: number;
  /** Céntimos to collect. */
  due: number;
}

/** @returns the totals of a route. */
export const sheetTotals = (stops: readonly Pick<Order, 'packages' | 'weightGrams' | 'collect'>[]): SheetTotals => ({
  stops: stops.length,
  packages: stops.reduce((sum, { packages }) => sum + packages, 0),
  weightGrams: stops.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
  due: stops.reduce((sum, { collect }) => sum + (collect?.due ?? 0), 0),
});
