import { mayUse } from '@despacho/contracts';
import { type CourierImport } from '@despacho/contracts/dispatch';
import { requireRoom } from '#platform/database/require-room.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Changing } from '#fleet/services.ts';
import { requireZones } from '#fleet/zones/zones-repository.ts';
import { insertDocuments } from '#fleet/couriers/courier-documents.ts';
import { insertCourier } from '#fleet/couriers/create-courier.ts';
import { countCouriers } from '#fleet/couriers/couriers-repository.ts';
import { recordCourier } from '#fleet/couriers/record-courier.ts';

/**
 * Creates the couriers of a file with their documents, all or none. A repeated key creates none again.
 * @param modules of the person: documents require G01.
 * @throws Refusal forbidden for documents without G01; conflict if the office would have more than the maximum.
 */
export function importCouriers(
  services: Changing,
  dispatcher: Dispatcher,
  key: string,
  modules: readonly string[],
  { couriers }: CourierImport,
): Promise<{ created: number }> {
  const withDocuments = couriers.filter(({ documents = [] }) => documents.length > 0).length;
  if (withDocuments > 0 && !mayUse(['G01'], modules))
    throw new Refusal('forbidden', 'Solo una persona con G01 Permisos puede guardar documentos de repartidores');
  const request = { key, operation: 'import couriers', content: couriers };
  return transactOnce(services, dispatcher, request, async (trx, now) => {
    await lockOffice(trx, dispatcher);
    // The last one needs room, too.
    requireRoom('couriers', (await countCouriers(trx, dispatcher, false)) + couriers.length - 1);
    await requireZones(trx, dispatcher, [...new Set(couriers.flatMap(({ zoneIds }) => zoneIds ?? []))]);
    for (const { documents = [], ...input } of couriers) {
      const { id } = await insertCourier(trx, dispatcher, input, now);
      await insertDocuments(trx, dispatcher, id, documents);
    }
    await recordCourier(trx, dispatcher, 'courier.imported', null, { couriers: couriers.length, withDocuments });
    return { created: couriers.length };
  });
}
