import { type Courier } from '@despacho/contracts/dispatch';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { orderCount } from '../../../shared/format/order-count.ts';

type Loaded = Pick<Courier, 'load' | 'capacityOrders' | 'capacityGrams'>;

/** @returns how full a courier is, by whichever capacity is scarcer: 1 is full. */
export const fullness = ({ load, capacityOrders, capacityGrams }: Loaded): number =>
  Math.max(load.orders / capacityOrders, load.weightGrams / capacityGrams);

/** @param grams a weight. @returns it in kilograms, as Peru writes figures: «1,234.5 kg». */
export const formatKilograms = (grams: number): string => `${formatNumber(grams / 1000)} kg`;

/** @returns what goes beyond a courier's capacity, in words; empty where everything fits. */
export function overloads({ load, capacityOrders, capacityGrams }: Loaded): string[] {
  const orders = load.orders - capacityOrders;
  const grams = load.weightGrams - capacityGrams;
  return [
    ...(orders > 0 ? [`Supera su capacidad por ${orderCount(orders)}`] : []),
    ...(grams > 0 ? [`Supera su carga por ${formatKilograms(grams)}`] : []),
  ];
}
