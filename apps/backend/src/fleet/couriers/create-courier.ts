import { type Courier, type CourierInput } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type NoFields } from '#platform/dispatch/defined-fields.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { requireRoom } from '#platform/database/require-room.ts';
import { type Database } from '#platform/database/open-database.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type Changing } from '../services.ts';
import { requireZones } from '../zones/zones-repository.ts';
import { courierEvent, type CourierRow, toCourier } from './courier-row.ts';
import { recordCourier } from './record-courier.ts';
import { countCouriers } from './couriers-repository.ts';

/** @returns the columns of a person's input. */
export const columnsOf = ({
  shift,
  vehicleCategory = null,
  zoneIds = [],
  capacityOrders,
  capacityGrams,
  name,
  phone,
  vehicle,
  plate,
  zones,
  ...rest
}: CourierInput) => {
  rest satisfies NoFields;
  return {
    ...{ name, phone, vehicle, plate, zones },
    vehicle_category: vehicleCategory,
    zone_ids: zoneIds,
    shift_from: shift.from,
    shift_to: shift.to,
    capacity_orders: capacityOrders,
    capacity_grams: capacityGrams,
  };
};

/**
 * Creates an active courier of the office. A repeated key returns the courier already created.
 * @throws Refusal conflict if the office has the maximum.
 */
export function createCourier(
  services: Changing,
  dispatcher: Dispatcher,
  key: string,
  input: CourierInput,
): Promise<Courier> {
  const request = { key, operation: 'create courier', content: input };
  return transactOnce(services, dispatcher, request, async (trx, now) => {
    await lockOffice(trx, dispatcher);
    requireRoom('couriers', await countCouriers(trx, dispatcher, false));
    await requireZones(trx, dispatcher, input.zoneIds ?? []);
    const courier = await insertCourier(trx, dispatcher, input, now);
    await recordCourier(trx, dispatcher, 'courier.created', courier.id);
    return toCourier(courier);
  });
}

/** Inserts an active courier, with the event. The caller has locked the office and checked the maximum. */
export async function insertCourier(
  trx: Database,
  dispatcher: Dispatcher,
  input: CourierInput,
  now: Date,
): Promise<CourierRow> {
  const { companyId, officeId } = dispatcher;
  const row = await trx
    .insertInto('couriers')
    .values({ ...columnsOf(input), company_id: companyId, office_id: officeId, state: 'activo', created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await appendEvent(trx, companyId, courierEvent(row, 'creado', dispatcher, now));
  return { ...row, orders: 0, weightGrams: 0 };
}
