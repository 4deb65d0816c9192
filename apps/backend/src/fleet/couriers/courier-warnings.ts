import { type Warning } from '@despacho/contracts/dispatch';
import { type CourierRow } from './courier-row.ts';

/** The fields of an order that decide whether a courier suits it. */
export interface Stop {
  ubigeo: string;
  lat: number;
  lng: number;
  approximate: boolean;
  window_from: string | null;
  window_to: string | null;
}

/** @returns the ids of the drawn zones that an order is in. */
export type ZonesAt = (stop: Stop) => readonly string[];

/**
 * Whether a courier serves the district of an order, or one of the drawn zones that it is in. A courier without districts
 * and zones serves everywhere.
 */
export const servesZone = (
  { zones, zone_ids }: Pick<CourierRow, 'zones' | 'zone_ids'>,
  { ubigeo }: Pick<Stop, 'ubigeo'>,
  zonesAt: readonly string[],
): boolean =>
  zones.length + zone_ids.length === 0 || zones.includes(ubigeo) || zone_ids.some((id) => zonesAt.includes(id));

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
export function courierWarnings(courier: CourierRow, given: readonly Stop[], zonesAt: ZonesAt): Warning[] {
  const courierId = String(courier.id);
  const found: [Warning['kind'], number][] = [
    ['orders', courier.orders - courier.capacity_orders],
    ['weight', courier.weightGrams - courier.capacity_grams],
    ['shift', given.filter((stop) => !servesWindow(courier, stop)).length],
    ['zone', given.filter((stop) => !servesZone(courier, stop, zonesAt(stop))).length],
    ['away', courier.state === 'ausente' ? given.length : 0],
  ];
  return found.filter(([, by]) => by > 0).map(([kind, by]) => ({ courierId, kind, by }));
}
