import { type CourierSettings, type Point, type RouteStart } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';

/** Where a route starts. Without a point it is the first stop. */
export interface StartOfRoute {
  kind: RouteStart;
  point: Point | null;
}

const RECENT_MS = 30 * 60_000;

/** @returns where the route of each courier starts: the office's point, otherwise the last position of the past 30 minutes. */
export async function startsOf(
  db: Database,
  office: OfficeKey,
  couriers: readonly { id: number; isOut: boolean }[],
  settings: Pick<CourierSettings, 'startingPoint'>,
  now: Date,
): Promise<Map<number, StartOfRoute>> {
  const ids = couriers.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('courier_positions')
          .select(['courier_id', 'lat', 'lng'])
          .where('office_id', '=', office.officeId)
          .where('courier_id', 'in', ids)
          .where('at', '>=', new Date(now.getTime() - RECENT_MS))
          .execute();
  const positions = new Map(rows.map(({ courier_id, ...point }) => [courier_id, point]));
  return new Map(
    couriers.map(({ id, isOut }): [number, StartOfRoute] => {
      if (settings.startingPoint && !isOut) return [id, { kind: 'office', point: settings.startingPoint }];
      const point = positions.get(id);
      return [id, point ? { kind: 'position', point } : { kind: 'first_stop', point: null }];
    }),
  );
}
