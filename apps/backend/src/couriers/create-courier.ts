import { type Courier, type CourierInput } from '@despacho/contracts/dispatch';
import { transact } from '../database/transact.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { once } from '../dispatch/idempotency.ts';
import { appendEvent } from '../events/append-event.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { courierEvent, toCourier } from './courier-row.ts';
import { findCourier, insertCourier } from './couriers-repository.ts';

/** @returns the columns for a person's input, without omitted fields. */
export function columnsOf(input: Partial<CourierInput>) {
  const { shift, capacityOrders, capacityGrams, ...plain } = input;
  return {
    ...plain,
    ...(shift && { shift_from: shift.from, shift_to: shift.to }),
    ...(capacityOrders !== undefined && { capacity_orders: capacityOrders }),
    ...(capacityGrams !== undefined && { capacity_grams: capacityGrams }),
  };
}

/** Creates an active courier of the office. A repeated key returns the courier already created. */
export async function createCourier(
  { db, clock, feed }: Services,
  dispatcher: Dispatcher,
  key: string,
  input: CourierInput,
): Promise<Courier> {
  const { companyId, officeId, username, user } = dispatcher;
  const now = clock();
  const { name, phone, vehicle, plate, zones, shift, capacityOrders, capacityGrams } = input;
  const request = { key, operation: 'create courier', content: input };
  const { answer, repeated } = await transact(
    db,
    (trx) =>
      once(trx, dispatcher, request, now, async () => {
        const id = await insertCourier(trx, {
          company_id: companyId,
          office_id: officeId,
          name,
          phone,
          vehicle,
          plate,
          zones,
          shift_from: shift.from,
          shift_to: shift.to,
          capacity_orders: capacityOrders,
          capacity_grams: capacityGrams,
          state: 'activo',
          created_at: now,
        });
        const row = await findCourier(trx, dispatcher, id);
        if (!row) throw notFound();
        await appendEvent(trx, companyId, courierEvent(row, 'creado', { username, user }, now));
        return toCourier(row);
      }),
    { repeatable: true },
  );
  if (!repeated) feed.nudge(officeId);
  return answer;
}
