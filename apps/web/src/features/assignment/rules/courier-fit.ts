import { type Courier, type Order, WARNINGS, type WarningKind } from '@despacho/contracts/dispatch';
import { formatKilograms, fullness, orderCount } from '../../couriers/rules/load.ts';

type Stop = Pick<Order, 'id' | 'weightGrams' | 'window' | 'courier'> & { place: Pick<Order['place'], 'ubigeo'> };

export interface Fit {
  /** What the courier would have. */
  orders: number;
  weightGrams: number;
  /** What speaks against it, as the service will say it. It prevents nothing. */
  warnings: { kind: WarningKind; text: string }[];
}

const servesZone = ({ zones }: Courier, { place: { ubigeo } }: Stop): boolean =>
  zones.length === 0 || zones.includes(ubigeo);

/** An order without a window can be delivered at any time. */
const servesWindow = ({ shift }: Courier, { window }: Stop): boolean =>
  window === null || (window.from < shift.to && shift.from < window.to);

/** @returns what it would mean for a courier to get these orders. What is with the courier already counts once. */
export function courierFit(courier: Courier, stops: readonly Stop[]): Fit {
  const given = stops.filter(({ courier: holder }) => holder?.id !== courier.id);
  const orders = courier.load.orders + given.length;
  const weightGrams = courier.load.weightGrams + given.reduce((sum, stop) => sum + stop.weightGrams, 0);
  const overOrders = orders - courier.capacityOrders;
  const overGrams = weightGrams - courier.capacityGrams;
  const outOfShift = given.filter((stop) => !servesWindow(courier, stop)).length;
  const outOfZone = given.filter((stop) => !servesZone(courier, stop)).length;
  const found: [WarningKind, boolean, string][] = [
    ['away', courier.state === 'ausente', ''],
    ['orders', overOrders > 0, orderCount(overOrders)],
    ['weight', overGrams > 0, formatKilograms(overGrams)],
    ['shift', outOfShift > 0, orderCount(outOfShift)],
    ['zone', outOfZone > 0, orderCount(outOfZone)],
  ];
  return {
    orders,
    weightGrams,
    warnings: found
      .filter(([, applies]) => applies)
      .map(([kind, , by]) => ({ kind, text: by === '' ? WARNINGS[kind] : `${WARNINGS[kind]} (${by})` })),
  };
}

/** @returns the couriers who can be given orders, those whom nothing speaks against first, and of equals the emptiest. */
export function byFit(couriers: readonly Courier[], stops: readonly Stop[]): Courier[] {
  const rank = new Map(couriers.map((courier) => [courier.id, courierFit(courier, stops).warnings.length]));
  return couriers
    .filter(({ state }) => state !== 'retirado')
    .toSorted(
      (one, other) =>
        (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0) ||
        fullness(one) - fullness(other) ||
        one.name.localeCompare(other.name, 'es'),
    );
}
