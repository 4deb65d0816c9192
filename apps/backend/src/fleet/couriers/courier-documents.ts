import {
  COURIER_DOCUMENT_CODES,
  type CourierDocument,
  type CourierDocuments,
  type CourierDocumentsEdit,
} from '@despacho/contracts/dispatch';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lastChange } from '#platform/events/last-change.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { conflict } from '#platform/refusal.ts';
import { type Changing } from '../services.ts';
import { courierEvent } from './courier-row.ts';
import { requireActiveCourier, requireCourier } from './couriers-repository.ts';
import { recordCourier } from './record-courier.ts';

/** @returns a courier's documents in the order of their kinds. */
export async function documentsOf(
  db: Database,
  office: OfficeKey,
  courierId: number,
): Promise<CourierDocuments['documents']> {
  const rows = await db
    .selectFrom('courier_documents')
    .select(['kind', 'number', 'until'])
    .where(inOffice(office))
    .where('courier_id', '=', courierId)
    .execute();
  return rows.toSorted(
    (one, other) => COURIER_DOCUMENT_CODES.indexOf(one.kind) - COURIER_DOCUMENT_CODES.indexOf(other.kind),
  );
}

/** @returns a courier's documents. @throws Refusal not-found for a courier of another office. */
export async function readDocuments(
  { db }: Pick<Changing, 'db'>,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<CourierDocuments> {
  const { version } = await requireCourier(db, dispatcher, courierId);
  return { version, documents: await documentsOf(db, dispatcher, courierId) };
}

/** Stores documents of a courier who has none of these kinds. */
export async function insertDocuments(
  trx: Database,
  { companyId, officeId }: OfficeKey,
  courierId: number,
  documents: readonly CourierDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  await trx
    .insertInto('courier_documents')
    .values(documents.map((each) => ({ ...each, company_id: companyId, office_id: officeId, courier_id: courierId })))
    .execute();
}

/**
 * Replaces a courier's documents. The event does not contain them: the log is kept for years.
 * @throws Refusal not-found; conflict for a retired courier, or if someone changed the courier since.
 */
export async function writeDocuments(
  { db, clock, feed }: Changing,
  dispatcher: Dispatcher,
  courierId: number,
  { version, documents }: CourierDocumentsEdit,
): Promise<CourierDocuments> {
  const { companyId, officeId } = dispatcher;
  const written = await transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    const before = await requireActiveCourier(trx, dispatcher, courierId, '; reactívelo para cambiar sus documentos');
    if (before.version !== version)
      throw conflict(
        `Otra persona cambió los datos de ${before.name}; vuelva a mirarlos`,
        await lastChange(trx, officeId, 'courier.changed', courierId),
      );
    await trx.deleteFrom('courier_documents').where(inOffice(dispatcher)).where('courier_id', '=', courierId).execute();
    await insertDocuments(trx, dispatcher, courierId, documents);
    const after = await trx
      .updateTable('couriers')
      .set({ version: version + 1 })
      .where(inOffice(dispatcher))
      .where('id', '=', courierId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await appendEvent(trx, companyId, courierEvent(after, 'documentos', dispatcher, clock()));
    await recordCourier(trx, dispatcher, 'courier.edited', courierId, { fields: ['documents'] });
    return { version: after.version, documents: await documentsOf(trx, dispatcher, courierId) };
  });
  feed.nudge(officeId);
  return written;
}
