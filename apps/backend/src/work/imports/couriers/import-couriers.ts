import { mayUse } from '@despacho/contracts';
import { type CourierImport, type CourierPreview, IMPORTED_DOCUMENTS } from '@despacho/contracts/dispatch';
import { insertDocuments } from '#fleet/couriers/courier-documents.ts';
import { countCouriers, listCourierNames } from '#fleet/couriers/couriers-repository.ts';
import { insertCourier } from '#fleet/couriers/create-courier.ts';
import { recordCourier } from '#fleet/couriers/record-courier.ts';
import { type Changing } from '#fleet/services.ts';
import { listZones, requireZones } from '#fleet/zones/zones-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { requireRoom } from '#platform/database/require-room.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { officeProvince } from '#platform/districts/office-province.ts';
import { Refusal } from '#platform/refusal.ts';
import { type WorkServices } from '../../services.ts';
import { readTable, type UploadedTable } from '../read-table.ts';

/**
 * Reads a file of couriers and returns what importing it would create. Nothing is stored.
 * @param modules of the person: the columns of documents are read with G01 only.
 * @param signal stops the work when the client disconnects.
 * @throws Refusal as `readTable`.
 */
export async function previewCouriers(
  services: WorkServices,
  dispatcher: Dispatcher,
  modules: readonly string[],
  file: UploadedTable,
  signal: AbortSignal,
): Promise<CourierPreview> {
  const couriers = await listCourierNames(services.db, dispatcher);
  const zones = await listZones(services, dispatcher);
  const context = {
    existing: couriers.filter(({ state }) => state !== 'retirado').map(({ name, plate }) => ({ name, plate })),
    zones: zones.map(({ id, name }) => ({ id, name })),
    province: await officeProvince(services.db, dispatcher),
    today: officeDay(services.clock(), dispatcher),
  };
  const without = mayUse(['G01'], modules) ? [] : IMPORTED_DOCUMENTS;
  return readTable(services, dispatcher, file, { table: 'couriers', context, without }, signal);
}

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
    // The last courier needs room, too.
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
