import { type Courier, type Order, type WarningKind } from '@despacho/contracts/dispatch';
import { compareNames } from '../../../shared/fields/compare-names.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { formatWeight } from '../../../shared/format/format-weight.ts';
import { fullness } from '../../couriers/rules/load.ts';

type Stop = Pick<Order, 'id' | 'weightGrams' | 'window' | 'courier'> & { place: Pick<Order['place'], 'ubigeo'> };

export interface Fit {
  /** The courier's orders after the assignment. */
  orders: number;
  weightGrams: number;
  /** Warnings, of the same kinds as in the service. They do not prevent the assignment. */
  warnings: { kind: WarningKind; text: string }[];
  /** Total of the warnings; lower is a better fit. */
  penalty: number;
}

/** A courier without zones serves all districts. */
export const servesZone = ({ zones }: Courier, { place: { ubigeo } }: Stop): boolean =>
  zones.length === 0 || zones.includes(ubigeo);

/** An order without a time window can be delivered at any time. */
export const servesWindow = ({ shift }: Courier, { window }: Stop): boolean =>
  window === null || (window.from < shift.to && shift.from < window.to);

/** Whether the order fits within both capacities. */
export const hasRoom = ({ load, capacityOrders, capacityGrams }: Courier, { weightGrams }: Stop): boolean =>
  load.orders < capacityOrders && load.weightGrams + weightGrams <= capacityGrams;

/** @returns a courier's load and warnings after receiving these orders. Orders they already have count once. */
export function courierFit(courier: Courier, stops: readonly Stop[]): Fit {
  const given = stops.filter(({ courier: holder }) => holder?.id !== courier.id);
  const orders = courier.load.orders + given.length;
  const weightGrams = courier.load.weightGrams + given.reduce((sum, stop) => sum + stop.weightGrams, 0);
  const overOrders = orders - courier.capacityOrders;
  const overGrams = weightGrams - courier.capacityGrams;
  const outOfShift = given.filter((stop) => !servesWindow(courier, stop)).length;
  const outOfZone = given.filter((stop) => !servesZone(courier, stop)).length;
  const away = courier.state === 'ausente' ? given.length : 0;
  const found: [kind: WarningKind, by: number, text: string][] = [
    ['away', away, 'está ausente'],
    ['orders', overOrders, `${formatNumber(overOrders)} sobre su capacidad`],
    ['weight', overGrams, `${formatWeight(overGrams)} de más`],
    ['shift', outOfShift, `${formatNumber(outOfShift)} fuera de su turno`],
    ['zone', outOfZone, `${formatNumber(outOfZone)} fuera de sus zonas`],
  ];
  return {
    orders,
    weightGrams,
    warnings: found.filter(([, by]) => by > 0).map(([kind, , text]) => ({ kind, text })),
    penalty: away + Math.max(0, overOrders) + (overGrams > 0 ? 1 : 0) + outOfShift + outOfZone,
  };
}

/** @returns the couriers that can take orders, fewest warnings first, then lowest load. */
export function byFit(couriers: readonly Courier[], stops: readonly Stop[]): Courier[] {
  const rank = new Map(couriers.map((courier) => [courier.id, courierFit(courier, stops).penalty]));
  return couriers
    .filter(({ state }) => state !== 'retirado')
    .toSorted(
      (one, other) =>
        (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0) ||
        fullness(one) - fullness(other) ||
        compareNames(one.name, other.name),
    );
}
