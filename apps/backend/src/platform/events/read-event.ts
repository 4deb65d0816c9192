import { type CollectionMeans, type LoggedEvent, type OrderFields } from '@despacho/contracts/dispatch';

/** Fields that events recorded before payments had their own list. */
interface FormerFields {
  collected?: number | null;
  means?: CollectionMeans | null;
}

type Fields = Partial<OrderFields> & FormerFields;

/** Both former fields always changed together. */
function paidFields({ collected, means, ...fields }: Fields): Partial<OrderFields> {
  if (collected === undefined) return fields;
  return { ...fields, payments: collected === null ? [] : [{ means: means ?? 'efectivo', amount: collected }] };
}

/**
 * @param data of a row of the log, which is never rewritten.
 * @returns the event in the contract's present form.
 */
export function readEvent(data: unknown): LoggedEvent {
  const event = data as LoggedEvent;
  if (event.type !== 'order.changed') return event;
  return { ...event, before: paidFields(event.before as Fields), after: paidFields(event.after as Fields) };
}
