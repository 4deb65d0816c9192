import { type Courier, type Order, type Suggestion } from '@despacho/contracts/dispatch';
import { compareNames } from '#shared/fields/compare-names.ts';
import { fullness } from '#features/couriers/rules/load.ts';
import { type Intent } from './action.ts';
import { type BulkRequest } from './bulk-request.ts';
import { servesWindow } from './courier-fit.ts';
import { planIntent } from './intents.ts';
import { type PlanLine, planOf, zoneDistance } from './plan.ts';

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

/** @returns as few of the neighbours, nearest first, as have room for all the stops; six at most. */
export function proposedAmong(neighbours: readonly Courier[], stops: readonly Order[]): Courier[] {
  let room = 0;
  return neighbours.slice(0, MAX_PROPOSED).filter(({ capacityOrders, load }) => {
    const free = capacityOrders - load.orders;
    const isNeeded = free > 0 && room < stops.length;
    if (isNeeded) room += free;
    return isNeeded;
  });
}

/**
 * @param proposal how the stops are split among the chosen couriers; undefined while nobody is chosen.
 * @param byHand couriers whom a person chose, by order id; null to leave it with its courier.
 */
export function splitLines(
  proposal: Suggestion | undefined,
  stops: readonly Order[],
  byHand: ReadonlyMap<string, string | null>,
): PlanLine[] {
  const placed = new Map((proposal ? planOf(proposal, stops) : []).map((line) => [line.order.id, line]));
  return stops.map((order): PlanLine => {
    const known = placed.get(order.id);
    const line: PlanLine =
      known && known.courierId !== null ? known : { order, courierId: null, proposedId: null, why: 'not_chosen' };
    const chosen = byHand.get(order.id);
    return chosen === undefined ? line : { ...line, courierId: chosen, why: null };
  });
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
