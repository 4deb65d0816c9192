import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { compareNames } from '#shared/fields/compare-names.ts';
import { fullness } from '#features/couriers/rules/load.ts';
import { type Intent } from './action.ts';
import { type BulkRequest } from './bulk-request.ts';
import { hasRoom, servesWindow } from './courier-fit.ts';
import { planIntent } from './intents.ts';
import { assignEach, type PlanLine, zoneDistance } from './plan.ts';

type Named = Pick<Courier, 'id' | 'name'>;
type Plan = Parameters<typeof planIntent>[0];

/** Most couriers among whom a load is split without being asked. */
const MAX_PROPOSED = 6;

/**
 * @param from the id of the courier whose load is split.
 * @returns the couriers who may take the stops, nearest zones first, then least loaded: at work, on shift for one of the
 * stops at least, and with a day that is not confirmed.
 */
export function neighboursOf(couriers: readonly Courier[], from: string, stops: readonly Order[]): Courier[] {
  const far = (courier: Courier): number => stops.reduce((sum, stop) => sum + zoneDistance(courier, stop), 0);
  return couriers
    .filter(
      (courier) =>
        courier.id !== from &&
        courier.state === 'activo' &&
        courier.closed === undefined &&
        stops.some((stop) => servesWindow(courier, stop)),
    )
    .map((courier) => ({ courier, far: far(courier) }))
    .toSorted(
      (one, other) =>
        one.far - other.far ||
        fullness(one.courier) - fullness(other.courier) ||
        compareNames(one.courier.name, other.courier.name),
    )
    .map(({ courier }) => courier);
}

/** The nearest of the chosen couriers with room, on shift. */
const nearestOf = (order: Order, chosen: readonly Courier[]): Courier | undefined =>
  chosen
    .filter((courier) => servesWindow(courier, order) && hasRoom(courier, order))
    .map((courier) => ({ courier, far: zoneDistance(courier, order) }))
    .toSorted((one, other) => one.far - other.far || fullness(one.courier) - fullness(other.courier))[0]?.courier;

/**
 * Splits orders among the chosen couriers, each to the nearest with room, in the order of the route.
 * @param lines the plan so far; changes by a person stay.
 */
export function splitAmong(lines: readonly PlanLine[], chosen: readonly Courier[]): PlanLine[] {
  const isByHand = ({ courierId, proposedId }: PlanLine): boolean => courierId !== proposedId;
  const open = lines.map((line) => (isByHand(line) ? line : { ...line, courierId: null, proposedId: null }));
  const free = lines.filter((line) => !isByHand(line));
  const ids = new Set(free.map(({ order }) => order.id));
  return assignEach(open, free, chosen, nearestOf).map((line) =>
    ids.has(line.order.id)
      ? { ...line, proposedId: line.courierId, why: line.courierId === null ? 'not_chosen' : null }
      : line,
  );
}

/** @returns the stops as a plan without couriers. */
export const emptyPlan = (stops: readonly Order[]): PlanLine[] =>
  stops.map((order) => ({ order, courierId: null, proposedId: null, why: 'not_chosen' }));

/** @returns as few of the neighbours, nearest first, as can take all the stops; six at most. */
export function proposedAmong(neighbours: readonly Courier[], stops: readonly Order[]): Courier[] {
  const lines = emptyPlan(stops);
  const most = Math.min(MAX_PROPOSED, neighbours.length);
  for (let count = 1; count < most; count += 1) {
    const some = neighbours.slice(0, count);
    if (splitAmong(lines, some).every(({ courierId }) => courierId !== null)) return some;
  }
  return neighbours.slice(0, most);
}

/** Gives the load of a courier to several others. */
export const splitIntent = ({ name }: Named, plan: Plan): Intent => ({
  ...planIntent(plan),
  title: `Repartir la carga de ${name}`,
});

/**
 * Marks a courier absent today, then gives the load to others. The mark comes first, so that nobody assigns more orders
 * meanwhile; an undo returns the orders before it marks the courier present.
 */
export function leaveIntent({ id, name }: Named, today: string, plan: Plan): Intent {
  const { parts, codes } = planIntent(plan);
  const attend: BulkRequest = { id: 'couriers.attend', body: { day: today, absent: [id], present: [] } };
  return { title: `${name} se retira hoy`, parts: [{ request: attend, part: 'Ausencia' }, ...parts], codes };
}
