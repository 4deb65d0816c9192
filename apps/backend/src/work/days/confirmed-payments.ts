import { type DayConfirmation } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type DispatchFields, type DispatchRow } from '#orders/order/order-row.ts';
import { type DayKey, findConfirmed, keyOf } from './days-repository.ts';

/** A change of an order, before it is written. */
interface Pending {
  row: DispatchRow;
  fields: DispatchFields;
  patch: Partial<DispatchFields>;
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
 * The days whose results a change alters: the day of a delivery that is changed, and the day of a visit that becomes
 * closed or delivered. A failed visit may continue (new visit, return) after its day was confirmed: it has no
 * payments.
 */
function daysAltered({ fields, patch }: Pending): DayKey[] {
  if (!CLOSING_FIELDS.some((field) => field in patch)) return [];
  const after = { ...fields, ...patch };
  const isClosing = after.state === 'entregada' || 'closedAt' in patch;
  return [...(fields.state === 'entregada' ? [fields] : []), ...(isClosing ? [after] : [])].flatMap(
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
  const distinct = new Map(altered.map(({ key }) => [keyOf(key), key]));
  const confirmed = await findConfirmed(trx, dispatcher, [...distinct.values()]);
  return new Map(
    altered.flatMap(({ orderId, key }) => {
      const by = confirmed.get(keyOf(key));
      return by ? [[orderId, by] as const] : [];
    }),
  );
}
