import { type Order } from '@despacho/contracts/dispatch';

/** @returns the totals of a route, with the céntimos due. */
export const sheetTotals = (stops: readonly Pick<Order, 'packages' | 'weightGrams' | 'collect'>[]) => ({
  stops: stops.length,
  packages: stops.reduce((sum, { packages }) => sum + packages, 0),
  weightGrams: stops.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
  due: stops.reduce((sum, { collect }) => sum + (collect?.due ?? 0), 0),
});
