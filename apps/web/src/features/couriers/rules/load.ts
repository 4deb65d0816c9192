import { type Courier } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';

type Loaded = Pick<Courier, 'load' | 'capacityOrders' | 'capacityGrams'>;

/** @returns a courier's load relative to the scarcer capacity: 1 is full. */
export const fullness = ({ load, capacityOrders, capacityGrams }: Loaded): number =>
  Math.max(load.orders / capacityOrders, load.weightGrams / capacityGrams);

/** @param grams a weight. @returns it in kilograms, in Peruvian format: «1,234.5 kg». */
export const formatKilograms = (grams: number): string => `${formatNumber(grams / 1000)} kg`;

/** @returns a message for each exceeded capacity; empty if the load fits. */
export function overloads({ load, capacityOrders, capacityGrams }: Loaded): string[] {
  const orders = load.orders - capacityOrders;
  const grams = load.weightGrams - capacityGrams;
  return [
    ...(orders > 0 ? [`Supera su capacidad en ${orderCount(orders)}`] : []),
    ...(grams > 0 ? [`Supera su capacidad de carga en ${formatKilograms(grams)}`] : []),
  ];
}
