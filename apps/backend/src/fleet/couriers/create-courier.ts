import { type Courier, type CourierInput } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { requireRoom } from '#platform/database/require-room.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type FleetServices } from '../services.ts';
import { requireZones } from '../zones/zones-repository.ts';
import { courierEvent, toCourier } from './courier-row.ts';
import { countCouriers, requireCourier } from './couriers-repository.ts';

/** @returns the columns of a person's input. */
export const columnsOf = (input: CourierInput) => ({
  name: input.name,
  phone: input.phone,
  vehicle: input.vehicle,
  plate: input.plate,
  zones: input.zones,
  zone_ids: input.zoneIds ?? [],
  shift_from: input.shift.from,
  shift_to: input.shift.to,
  capacity_orders: input.capacityOrders,
  capacity_grams: input.capacityGrams,
});

/**
 * Creates an active courier of the office. A repeated key returns the courier already created.
 * @throws Refusal conflict if the office has the maximum.
 */
export function createCourier(
  services: FleetServices,
  dispatcher: Dispatcher,
  key: string,
  input: CourierInput,
): Promise<Courier> {
  const { companyId, officeId } = dispatcher;
  const request = { key, operation: 'create courier', content: input };
  return transactOnce(services, dispatcher, request, async (trx, now) => {
    await lockOffice(trx, dispatcher);
    requireRoom('couriers', await countCouriers(trx, dispatcher, false));
    await requireZones(trx, dispatcher, input.zoneIds ?? []);
    const { id } = await trx
      .insertInto('couriers')
      .values({
        ...columnsOf(input),
        company_id: companyId,
        office_id: officeId,
        state: 'activo',
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await requireCourier(trx, dispatcher, id);
    await appendEvent(trx, companyId, courierEvent(row, 'creado', dispatcher, now));
    return toCourier(row);
  });
}
