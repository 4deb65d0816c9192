import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { compareNames } from '#shared/fields/compare-names.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatWeight } from '#shared/format/format-weight.ts';
import { zonesAt } from '#shared/zones/drawn-zones.ts';
import { fullness } from '#features/couriers/rules/load.ts';

type Stop = Pick<Order, 'id' | 'weightGrams' | 'window' | 'courier'> & {
  place: Pick<Order['place'], 'ubigeo' | 'lat' | 'lng' | 'approximate'>;
};

/** A courier serves districts and drawn zones; without either, everywhere. */
export const servesZone = ({ officeId, zones, zoneIds }: Courier, { place }: Stop): boolean =>
  zones.length + zoneIds.length === 0 ||
  zones.includes(place.ubigeo) ||
  (zoneIds.length > 0 && zonesAt(officeId, place).some((id) => zoneIds.includes(id)));

/** An order without a time window can be delivered at any time. */
export const servesWindow = ({ shift }: Courier, { window }: Stop): boolean =>
  window === null || (window.from < shift.to && shift.from < window.to);

/** Whether the order fits within both capacities. */
export const hasRoom = ({ load, capacityOrders, capacityGrams }: Courier, { weightGrams }: Stop): boolean =>
  load.orders < capacityOrders && load.weightGrams + weightGrams <= capacityGrams;

/**
 * @returns a courier's load after receiving these orders, with warnings, which do not prevent the assignment, and their
 * total: a lower penalty is a better fit. Orders the courier already has count once.
 */
export function courierFit(courier: Courier, stops: readonly Stop[]) {
  const given = stops.filter(({ courier: holder }) => holder?.id !== courier.id);
  const orders = courier.load.orders + given.length;
  const weightGrams = courier.load.weightGrams + given.reduce((sum, stop) => sum + stop.weightGrams, 0);
  const overOrders = orders - courier.capacityOrders;
  const overGrams = weightGrams - courier.capacityGrams;
  const outOfShift = given.filter((stop) => !servesWindow(courier, stop)).length;
  const outOfZone = given.filter((stop) => !servesZone(courier, stop)).length;
  const away = courier.state === 'ausente' ? given.length : 0;
  // Refused: it must be the last choice.
  const closed = courier.closed ? given.length : 0;
  const found: [by: number, text: string][] = [
    [closed, 'su día ya está confirmado: solo para mañana'],
    [away, 'está ausente'],
    [overOrders, `${formatNumber(overOrders)} sobre su capacidad`],
    [overGrams, `${formatWeight(overGrams)} de más`],
    [outOfShift, `${formatNumber(outOfShift)} fuera de su turno`],
    [outOfZone, `${formatNumber(outOfZone)} fuera de sus zonas`],
  ];
  return {
    orders,
    weightGrams,
    warnings: found.filter(([by]) => by > 0).map(([, text]) => text),
    penalty: closed * 1000 + away + Math.max(0, overOrders) + (overGrams > 0 ? 1 : 0) + outOfShift + outOfZone,
  };
}

/** Orders to be carried on a day, and the couriers with their load of that day. */
export interface DayLoad {
  day: string;
  orders: readonly Stop[];
  couriers: readonly Courier[];
}

/** @returns the couriers that can take orders, fewest warnings on all days first, then lowest load on the first day. */
export function byFit(days: readonly DayLoad[]): Courier[] {
  const rank = new Map<string, number>();
  for (const { couriers, orders } of days)
    for (const courier of couriers)
      rank.set(courier.id, (rank.get(courier.id) ?? 0) + courierFit(courier, orders).penalty);
  return (days[0]?.couriers ?? [])
    .filter(({ state }) => state !== 'retirado')
    .toSorted(
      (one, other) =>
        (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0) ||
        fullness(one) - fullness(other) ||
        compareNames(one.name, other.name),
    );
}
