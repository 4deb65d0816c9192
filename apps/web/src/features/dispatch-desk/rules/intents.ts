import {
  type ChangeState,
  type Closing,
  type Correction,
  type Courier,
  type ImportReceipt,
  type Order,
  ORDER_STATES,
  type OrderRef,
  type RefusedWhy,
  type SuggestedPart,
} from '@despacho/contracts/dispatch';
import { formatDay } from '#shared/format/format-day.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { type LoadDay } from '#features/orders/api/stops-query.ts';
import { type Action, type Intent } from './action.ts';
import { type BulkRequest } from './bulk-request.ts';
import { closingLabel } from './closing.ts';

type Named = Pick<Courier, 'id' | 'name'>;
type Seen = Pick<Order, 'id' | 'code' | 'version'>;

const ref = ({ id, version }: Seen): OrderRef => ({ id, version });

const codesOf = (orders: readonly Seen[]): ReadonlyMap<string, string> =>
  new Map(orders.map(({ id, code }) => [id, code]));

/** An action of one request about these orders. */
const intentOn = (orders: readonly Seen[], title: string, request: BulkRequest, courier?: string): Intent => ({
  title,
  parts: [{ request, courier }],
  codes: codesOf(orders),
});

/** Assigns orders to a courier, including orders of other couriers. */
export const assignIntent = (orders: readonly Seen[], { id, name }: Named): Intent =>
  intentOn(
    orders,
    `Asignar a ${name}`,
    { id: 'assignments.assign', body: { courierId: id, orders: orders.map(ref) } },
    name,
  );

export const unassignIntent = (orders: readonly Seen[]): Intent =>
  intentOn(orders, 'Quitar el repartidor', { id: 'assignments.unassign', body: { orders: orders.map(ref) } });

function stateTitle({ to, date }: Pick<ChangeState, 'to' | 'date'>): string {
  if (to === 'pendiente') return date === undefined ? 'Nueva visita' : `Nueva visita el ${formatDay(date, date)}`;
  return `Pasar a «${ORDER_STATES[to]}»`;
}

export const stateIntent = (orders: readonly Seen[], change: Omit<ChangeState, 'orders'>): Intent =>
  intentOn(orders, stateTitle(change), { id: 'assignments.changeState', body: { ...change, orders: orders.map(ref) } });

/** Moves open orders to another day. */
export const rescheduleIntent = (orders: readonly Seen[], date: string): Intent =>
  intentOn(orders, `Reprogramar al ${formatDay(date, date)}`, {
    id: 'assignments.reschedule',
    body: { date, orders: orders.map(ref) },
  });

export const cancelIntent = (orders: readonly Seen[], why: string): Intent =>
  intentOn(orders, 'Anular', { id: 'assignments.cancel', body: { why, orders: orders.map(ref) } });

/**
 * Closes the visits of orders.
 * @param of the closing of an order.
 * @param courier of «Cerrar ruta»; otherwise the title is «Marcar como entregada».
 */
export const closeIntent = <Each extends Seen>(
  orders: readonly Each[],
  of: (order: Each) => Omit<Closing, keyof OrderRef>,
  courier?: Named,
): Intent => {
  const closings = orders.map((order) => ({ ...ref(order), ...of(order) }));
  return intentOn(
    orders,
    courier ? `Cerrar la ruta de ${courier.name}` : closingLabel(closings[0]?.to ?? 'entregada', 1),
    { id: 'assignments.close', body: { ...(courier && { route: courier.id }), orders: closings } },
  );
};

/** @param of the corrected state of an order, with its values. */
export const correctIntent = <Each extends Seen>(
  orders: readonly Each[],
  to: Correction['to'],
  why: string,
  of: (order: Each) => Omit<Correction, keyof OrderRef | 'to'>,
): Intent =>
  intentOn(orders, `Corregir a «${ORDER_STATES[to]}»`, {
    id: 'assignments.correct',
    body: { why, orders: orders.map((order) => ({ ...ref(order), to, ...of(order) })) },
  });

/** Moves a courier's load of a day. */
export const moveLoadIntent = (from: Named, to: Named, { day, today }: LoadDay): Intent =>
  intentOn([], `Mover la carga de ${from.name}${day === today ? '' : ` para ${dayWord(day, today)}`} a ${to.name}`, {
    id: 'assignments.moveLoad',
    body: { from: from.id, to: to.id, day },
  });

/**
 * @param stops all that the courier carries on the day, in their new order.
 * @param pinned ids of those whose place is fixed; undefined to leave the pins as they are.
 */
export const reorderIntent = (
  { id, name }: Named,
  day: string,
  stops: readonly Seen[],
  pinned?: readonly string[],
): Intent =>
  intentOn(stops, `Ordenar las paradas de ${name}`, {
    id: 'assignments.reorder',
    courierId: id,
    body: { day, orders: stops.map(ref), ...(pinned && { pinned: [...pinned] }) },
  });

/** A courier's part of a plan. Without a route, its orders go after the courier's other stops. */
interface PlannedPart {
  courier: Named;
  orders: readonly Seen[];
  route?: SuggestedPart | undefined;
}

/**
 * The whole route of a courier, present stops and new ones, in its order. What it takes from another courier is unpinned:
 * that courier may be driving to it.
 */
function routeRequest({ courierId, day, stops, leaving, moves }: SuggestedPart): BulkRequest {
  const taken = new Set(moves.flatMap(({ ids, why }) => (why === 'from_other' ? ids : [])));
  const refs = stops.flatMap(({ orders }) =>
    orders.map((order) => ({ ...order, ...(taken.has(order.id) && { pinned: false }) })),
  );
  return {
    id: 'assignments.route',
    courierId,
    body: { day, stops: refs, ...(leaving.length > 0 && { leaving }) },
  };
}

/** Applies a confirmed proposal. */
export const planIntent = (plan: readonly PlannedPart[]): Intent => ({
  title: 'Aplicar el reparto sugerido',
  parts: plan.map(({ courier, orders, route }) => ({
    request: route
      ? routeRequest(route)
      : { id: 'assignments.assign', body: { courierId: courier.id, orders: orders.map(ref) } },
    part: courier.name,
  })),
  codes: codesOf(plan.flatMap(({ orders }) => orders)),
});

/**
 * Repeats for tomorrow what was refused for today: orders of couriers whose day is confirmed, and of tomorrow's route.
 * Null if none.
 */
export function tomorrowIntent(action: Action, tomorrow: string): Intent | null {
  const parts = action.steps.flatMap(({ request, part, courier, progress }): Intent['parts'][number][] => {
    if (progress.state !== 'done') return [];
    const refused = (why: RefusedWhy): OrderRef[] =>
      progress.receipt.outcomes.flatMap((each) =>
        !each.ok && each.why === why && each.now ? [{ id: each.id, version: each.now.version }] : [],
      );
    if (request.id === 'assignments.assign' || request.id === 'assignments.moveLoad') {
      const courierId = request.id === 'assignments.assign' ? request.body.courierId : request.body.to;
      const body = { courierId, date: tomorrow, orders: refused('day_confirmed') };
      return body.orders.length > 0 ? [{ request: { id: 'assignments.assign', body }, part, courier }] : [];
    }
    if (request.id !== 'assignments.changeState' || request.body.to !== 'en_ruta') return [];
    const body = { ...request.body, day: tomorrow, orders: refused('day_ahead') };
    return body.orders.length > 0 ? [{ request: { ...request, body }, part, courier }] : [];
  });
  return parts.length === 0 ? null : { title: `${action.title}, para mañana`, parts, codes: action.codes };
}

/** Assigns for tomorrow what an import could not assign, because the day of its courier is confirmed. */
export const importedTomorrowIntent = (closed: NonNullable<ImportReceipt['closed']>, tomorrow: string): Intent => ({
  title: 'Asignar lo importado, para mañana',
  parts: closed.map(({ courier: { id, name }, orders }) => ({
    request: { id: 'assignments.assign', body: { courierId: id, date: tomorrow, orders } },
    part: name,
    courier: name,
  })),
  codes: new Map(),
});

/**
 * Retries the orders that others had changed, with their current versions; other refusals would recur. Null if there are
 * none.
 */
export function retryIntent(action: Action): Intent | null {
  const parts = action.steps.flatMap(({ request, part, courier, progress }) => {
    if (progress.state !== 'done' || !('orders' in request.body) || request.id === 'assignments.reorder') return [];
    const versions = new Map(
      progress.receipt.outcomes.map((each) => [
        each.id,
        !each.ok && each.why === 'changed' ? each.now?.version : undefined,
      ]),
    );
    const again = request.body.orders.flatMap((order) => {
      const version = versions.get(order.id);
      return version === undefined ? [] : [{ ...order, version }];
    });
    if (again.length === 0) return [];
    // The body still matches its operation: only the versions differ.
    const next = { ...request, body: { ...request.body, orders: again } } as typeof request;
    return [{ request: next, part, courier }];
  });
  return parts.length === 0 ? null : { title: action.title, parts, codes: action.codes };
}
