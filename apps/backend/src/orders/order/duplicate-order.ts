import { randomUUID } from 'node:crypto';
import { type Order } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { type OrderServices } from '../services.ts';
import { judgePlaces } from '../places/judge-places.ts';
import { atCentre } from '../places/place-orders.ts';
import { BEGINNING, insertPlaced } from './insert-orders.ts';
import { fieldsOf, toOrder } from './order-row.ts';
import { requireOrder } from './orders-repository.ts';

/**
 * Creates a pending order with the data of another, whatever its state. The client's reference and the delivery note
 * belong to one shipment and are not copied.
 * @param copy the order to copy, and the day of the new one.
 * @throws Refusal not-found for an order of another office.
 */
export function duplicateOrder(
  services: OrderServices,
  dispatcher: Dispatcher,
  key: string,
  copy: { id: number; date: string },
): Promise<Order> {
  const request = { key, operation: 'duplicate', content: copy };
  return transactOnce(services, dispatcher, request, async (trx, now) => {
    const original = await requireOrder(trx, dispatcher, copy.id);
    const copied = { ...fieldsOf(original), ...BEGINNING, date: copy.date, clientReference: null, guide: null };
    const [verdict] = await judgePlaces({ db: trx, config: services.config }, dispatcher, [copied]);
    // Old approximate orders may have implausible coordinates.
    const fields = verdict?.kind === 'implausible' ? atCentre(copied) : copied;
    const [inserted] = await insertPlaced(trx, services, dispatcher, { id: randomUUID(), now }, [fields], 'duplicada');
    return toOrder(await requireOrder(trx, dispatcher, inserted?.id ?? 0));
  });
}
