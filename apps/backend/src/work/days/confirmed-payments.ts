import { type DayConfirmation, LOADED_STATES, type OrderChange, type OrderState } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type CheckEdit } from '#orders/order/edit-order.ts';
import { type DispatchFields, type DispatchRow } from '#orders/order/order-row.ts';
import { conflict } from '#platform/refusal.ts';
import { confirmedText, type DayKey, findConfirmed, keyOf } from './days-repository.ts';
import { carryingDays } from './working-days.ts';

/** A change of an order, before it is written. */
interface Pending {
  row: DispatchRow;
  fields: DispatchFields;
  patch: Partial<DispatchFields>;
  what: OrderChange;
}

const CLOSING_FIELDS = [
  'state',
  'payments',
  'difference',
  'closedAt',
  'visitDay',
  'courierId',
] as const satisfies (keyof DispatchFields)[];

/**
 * The days whose results a change alters: the day of a delivery that is changed, the day of a failed visit that a
 * correction or an undo takes back, and the day of a visit that becomes closed or delivered. A failed visit may continue
 * (new visit, return) after its day was confirmed: it has no payments, and still counts.
 */
function daysAltered({ fields, patch, what }: Pending): DayKey[] {
  if (!CLOSING_FIELDS.some((field) => field in patch)) return [];
  const after = { ...fields, ...patch };
  const isClosing = after.state === 'entregada' || 'closedAt' in patch;
  const isTakenBack = 'closedAt' in patch && (what === 'corregida' || what === 'deshecha');
  return [...(fields.state === 'entregada' || isTakenBack ? [fields] : []), ...(isClosing ? [after] : [])].flatMap(
    ({ courierId, visitDay }) =>
      courierId !== null && visitDay !== null ? [{ courierId: Number(courierId), day: visitDay }] : [],
  );
}

/**
 * The one check of confirmed days, for every operation that changes orders. The caller holds the office's lock, which
 * confirming a day also takes.
 * @returns the orders whose change would alter a confirmed day, with who confirmed it.
 */
export async function alteringConfirmed(
  trx: Database,
  dispatcher: Dispatcher,
  changes: readonly Pending[],
): Promise<Map<number, DayConfirmation>> {
  const altered = changes.flatMap((change) => daysAltered(change).map((key) => ({ orderId: change.row.id, key })));
  return confirmedOf(trx, dispatcher, altered);
}

const LOADED: readonly OrderState[] = LOADED_STATES;

/**
 * The one check of new orders for a confirmed day, for every operation that gives an order to a courier or moves it to
 * another day. An undo is exempt: it restores what the courier had.
 * @returns the orders that their courier would carry on a confirmed day, with who confirmed it.
 */
export async function addingToConfirmed(
  trx: Database,
  dispatcher: Dispatcher,
  changes: readonly Pending[],
  now: Date,
): Promise<Map<number, DayConfirmation>> {
  const added = changes.flatMap(({ row, fields, patch, what }) => {
    const { state, courierId, date } = { ...fields, ...patch };
    const isNew = what !== 'deshecha' && ('courierId' in patch || 'date' in patch) && LOADED.includes(state);
    return isNew && courierId !== null ? [{ orderId: row.id, courierId: Number(courierId), date }] : [];
  });
  if (added.length === 0) return new Map();
  const days = await carryingDays(trx, dispatcher, added, now);
  return confirmedOf(
    trx,
    dispatcher,
    days.map((key, index) => ({ orderId: added[index]?.orderId ?? 0, key })),
  );
}

/**
 * The same check for the edit of one order.
 * @throws Refusal conflict.
 */
export const requireOpenDay: CheckEdit = async (trx, dispatcher, change, now) => {
  const by = (await addingToConfirmed(trx, dispatcher, [change], now)).get(change.row.id);
  if (!by) return;
  throw conflict(
    `El día de su repartidor ya fue confirmado por ${confirmedText(by, dispatcher.timeZone)}; elija otra fecha, o quítele antes el repartidor`,
    undefined,
    'date',
  );
};

async function confirmedOf(
  trx: Database,
  dispatcher: Dispatcher,
  altered: readonly { orderId: number; key: DayKey }[],
): Promise<Map<number, DayConfirmation>> {
  const distinct = new Map(altered.map(({ key }) => [keyOf(key), key]));
  const confirmed = await findConfirmed(trx, dispatcher, [...distinct.values()]);
  return new Map(
    altered.flatMap(({ orderId, key }) => {
      const by = confirmed.get(keyOf(key));
      return by ? [[orderId, by] as const] : [];
    }),
  );
}
