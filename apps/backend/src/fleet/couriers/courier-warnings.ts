import { type Warning } from '@despacho/contracts/dispatch';
import { type CourierRow } from './courier-row.ts';

/** The fields of an order that decide whether a courier suits it. */
interface Stop {
  ubigeo: string;
  window_from: string | null;
  window_to: string | null;
}

/** A courier without zones serves all districts. */
export const servesZone = ({ zones }: Pick<CourierRow, 'zones'>, { ubigeo }: Pick<Stop, 'ubigeo'>): boolean =>
  zones.length === 0 || zones.includes(ubigeo);

/** Whether the order's window overlaps the shift; an order without a window fits any shift. */
export const servesWindow = (
  { shift_from, shift_to }: Pick<CourierRow, 'shift_from' | 'shift_to'>,
  { window_from, window_to }: Pick<Stop, 'window_from' | 'window_to'>,
): boolean => (window_from ?? '00:00') < shift_to && shift_from < (window_to ?? '24:00');

/**
 * Warnings about a courier's load.
 * @param courier with the load after the change.
 * @param given the orders that the change added.
 */
export function courierWarnings(courier: CourierRow, given: readonly Stop[]): Warning[] {
  const courierId = String(courier.id);
  const found: [Warning['kind'], number][] = [
    ['orders', courier.orders - courier.capacity_orders],
    ['weight', courier.weightGrams - courier.capacity_grams],
    ['shift', given.filter((stop) => !servesWindow(courier, stop)).length],
    ['zone', given.filter((stop) => !servesZone(courier, stop)).length],
    ['away', courier.state === 'ausente' ? given.length : 0],
  ];
  return found.filter(([, by]) => by > 0).map(([kind, by]) => ({ courierId, kind, by }));
}
