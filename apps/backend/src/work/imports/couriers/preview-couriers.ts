import { mayUse } from '@despacho/contracts';
import { type CourierPreview, IMPORTED_DOCUMENTS } from '@despacho/contracts/dispatch';
import { listCourierNames } from '#fleet/couriers/couriers-repository.ts';
import { listZones } from '#fleet/zones/zones-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { officeProvince } from '#platform/districts/office-province.ts';
import { type WorkServices } from '../../services.ts';
import { previewOf, readTable, type UploadedTable } from '../read-table.ts';

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
  return previewOf(await readTable(services, dispatcher, file, { table: 'couriers', context, without }, signal));
}
