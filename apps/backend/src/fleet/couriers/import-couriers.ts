import { type CourierImport } from '@despacho/contracts/dispatch';
import { requireRoom } from '#platform/database/require-room.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type Changing } from '../services.ts';
import { requireZones } from '../zones/zones-repository.ts';
import { insertCourier } from './create-courier.ts';
import { countCouriers } from './couriers-repository.ts';
import { recordCourier } from './record-courier.ts';

/**
 * Creates the couriers of a file, all or none. A repeated key creates nobody again.
 * @throws Refusal conflict if the office would have more than the maximum.
 */
export function importCouriers(
  services: Changing,
  dispatcher: Dispatcher,
  key: string,
  { couriers }: CourierImport,
): Promise<{ created: number }> {
  const request = { key, operation: 'import couriers', content: couriers };
  return transactOnce(services, dispatcher, request, async (trx, now) => {
    await lockOffice(trx, dispatcher);
    // The last one needs room, too.
    requireRoom('couriers', (await countCouriers(trx, dispatcher, false)) + couriers.length - 1);
    await requireZones(trx, dispatcher, [...new Set(couriers.flatMap(({ zoneIds }) => zoneIds ?? []))]);
    for (const input of couriers) await insertCourier(trx, dispatcher, input, now);
    await recordCourier(trx, dispatcher, 'courier.imported', null, { couriers: couriers.length });
    return { created: couriers.length };
  });
}
