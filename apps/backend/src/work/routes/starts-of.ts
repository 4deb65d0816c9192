import { type CourierSettings, type Point, type RouteStart } from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { routeStart } from './route-start.ts';

/** Where a route starts. Without a point it is the first stop. */
export interface StartOfRoute {
  kind: RouteStart;
  point: Point | null;
}

/**
 * @param couriers with whether each is on the way: then the starting point of the office is behind them.
 * @returns where the route of each starts.
 */
export async function startsOf(
  db: Database,
  { officeId }: OfficeKey,
  couriers: readonly { id: number; isOut: boolean }[],
  { startingPoint }: Pick<CourierSettings, 'startingPoint'>,
  now: Date,
): Promise<(courierId: number) => StartOfRoute> {
  const ids = couriers.map(({ id }) => id);
  const rows = await db
    .selectFrom('courier_positions')
    .select(['courier_id', 'at', 'lat', 'lng'])
    .where('office_id', '=', officeId)
    .where((eb) => eb('courier_id', '=', eb.fn.any(eb.val(ids))))
    .execute();
  const last = new Map(rows.map((row) => [row.courier_id, row]));
  const starts = new Map(
    couriers.map(({ id, isOut }): [number, StartOfRoute] => {
      const from = isOut ? null : startingPoint;
      const point = routeStart({ startingPoint: from }, last.get(id), now);
      return [id, { kind: from ? 'office' : point ? 'position' : 'first_stop', point }];
    }),
  );
  return (courierId) => starts.get(courierId) ?? { kind: 'first_stop', point: null };
}
