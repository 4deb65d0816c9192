import {
  carryDay,
  compareStops,
  MAX_ROUTED,
  type OrderRef,
  type Suggest,
  zoneFinder,
} from '@despacho/contracts/dispatch';
import { toZone, zonesOf } from '#fleet/zones/zones-repository.ts';
import { numberOf, type OrderRow, PLACE_COLUMNS } from '#orders/order/order-row.ts';
import { carriedBy, isOneOf, ordersOf, pendingOn } from '#orders/order/orders-repository.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type LoadDay } from '#platform/dispatch/load-day.ts';
import { formatNumber } from '#platform/format-number.ts';
import { invalid, notFound } from '#platform/refusal.ts';

const COLUMNS = [
  'id',
  'code',
  'version',
  'state',
  'courier_id',
  'sequence',
  'sequence_day',
  'pinned',
  'date',
  'window_from',
  'window_to',
  'weight_grams',
  'priority',
  'address',
  'recipient',
  ...PLACE_COLUMNS,
] as const;

/** What a route depends on. */
export type RouteOrder = Pick<OrderRow, (typeof COLUMNS)[number]>;

/** @returns the named orders that belong to the office, in the order of the ids. */
export async function readOrders(db: Database, office: OfficeKey, ids: readonly number[]): Promise<RouteOrder[]> {
  const rows = await ordersOf(db, office)
    .clearSelect()
    .select(COLUMNS.map((column) => `orders.${column}` as const))
    .where(isOneOf(ids))
    .execute();
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

/** @throws Refusal invalid, with the number, for more orders than one request computes. */
export function requireFew(count: number, which: string): void {
  if (count > MAX_ROUTED)
    throw invalid(
      `Son ${formatNumber(count)} órdenes ${which} y se calculan hasta ${formatNumber(MAX_ROUTED)} a la vez; elija menos repartidores o un área menor`,
    );
}

/**
 * @returns the pending orders of a day inside an area, the oldest first.
 * @throws Refusal invalid for too many, not-found for an unknown zone.
 */
export async function ordersInArea(
  db: Database,
  office: OfficeKey,
  area: NonNullable<Suggest['area']>,
  carried: LoadDay,
): Promise<RouteOrder[]> {
  const zone =
    'zoneId' in area
      ? await zonesOf(db, office)
          .where('id', '=', Number(area.zoneId))
          .where('removed_at', 'is', null)
          .executeTakeFirstOrThrow(notFound)
      : undefined;
  const [lats, lngs] = zone
    ? [zone.corners.map(([lat]) => lat), zone.corners.map(([, lng]) => lng)]
    : 'west' in area
      ? [
          [area.south, area.north],
          [area.west, area.east],
        ]
      : [[], []];
  const rows = await pendingOn(db, office, carried)
    .select(['id', 'lat', 'lng', 'approximate'])
    .where('lat', '>=', Math.min(...lats))
    .where('lat', '<=', Math.max(...lats))
    .where('lng', '>=', Math.min(...lngs))
    .where('lng', '<=', Math.max(...lngs))
    .orderBy('id')
    .execute();
  const zonesAt = zone ? zoneFinder([toZone(zone)]) : () => [''];
  const inside = rows.filter((row) => zonesAt(row).length > 0);
  requireFew(inside.length, 'en esa área');
  return readOrders(db, office, inside.map(({ id }) => id)); // prettier-ignore
}

/**
 * @returns what couriers carry on a day, in the order of their stops, by courier.
 * @throws Refusal invalid for too many.
 */
export async function loadsOn(
  db: Database,
  office: OfficeKey,
  couriers: readonly number[],
  carried: LoadDay,
): Promise<Map<number, RouteOrder[]>> {
  const found = await carriedBy(db, office, couriers, carried).select('id').orderBy('id').execute();
  requireFew(found.length, 'en esas rutas');
  const orders = await readOrders(db, office, found.map(({ id }) => id)); // prettier-ignore
  const sorted = orders.toSorted((one, other) => compareStops(numberOf(one), numberOf(other)));
  return Map.groupBy(sorted, ({ courier_id }) => courier_id ?? 0);
}

/** @returns the day of a request: as stated, otherwise that of its first order, otherwise today. */
export const dayOf = (stated: string | undefined, [first]: readonly RouteOrder[], today: string): string =>
  stated ?? (first ? carryDay(first.date, today) : today);

export const refOf = ({ id, version }: RouteOrder): OrderRef => ({ id: String(id), version });
