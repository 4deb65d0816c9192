import { type Warning } from '@despacho/contracts/dispatch';
import { type CourierRow } from './courier-row.ts';

/** What of an order counts for whether a courier suits it. */
export interface Stop {
  ubigeo: string;
  window_from: string | null;
  window_to: string | null;
}

/** A courier without zones goes wherever. */
export const servesZone = ({ zones }: Pick<CourierRow, 'zones'>, { ubigeo }: Pick<Stop, 'ubigeo'>): boolean =>
  zones.length === 0 || zones.includes(ubigeo);

/** Whether some of the order's window lies in the shift; an order without a window can be delivered at any time. */
export const servesWindow = (
  { shift_from, shift_to }: Pick<CourierRow, 'shift_from' | 'shift_to'>,
  { window_from, window_to }: Pick<Stop, 'window_from' | 'window_to'>,
): boolean => (window_from ?? '00:00') < shift_to && shift_from < (window_to ?? '24:00');

/**
 * What speaks against what a courier now has.
 * @param courier with the load as it is after the change.
 * @param given the orders the change brought.
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
