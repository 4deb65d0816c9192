import { type CompanyOffice } from '@despacho/contracts/dispatch';
import { isOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type PlatformServices } from '#platform/services.ts';
import { lockSeen, logOffice, officeAuthor, type OfficeAuthor } from '#people/offices/change-office.ts';
import { readCompanyOffice } from '#people/offices/company-offices.ts';
import { disconnectPhones } from '../phones/phones-repository.ts';
import { removeTrackers } from '../positions/positions-repository.ts';

/**
 * Closes an office in the caller's transaction: its couriers' phones and trackers are disconnected, and nothing of it
 * changes any more. Closing it again changes nothing.
 */
export async function closeIn(
  trx: Database,
  where: OfficeKey,
  author: OfficeAuthor,
): Promise<{ office: CompanyOffice; phones: number }> {
  const before = await lockSeen(trx, where, author.version);
  if (before.closed) return { office: before, phones: 0 };
  const { by, now } = author;
  const version = before.version + 1;
  const phones = await disconnectPhones(trx, where, now);
  await removeTrackers(trx, where);
  // Before it is closed: then nothing more is logged.
  await logOffice(trx, where, author, { name: before.name, what: 'cerrada', version, before: {}, after: {} });
  await trx
    .updateTable('offices')
    .set({ closed: JSON.stringify({ at: now.toISOString(), by }), version })
    .where(isOffice(where))
    .execute();
  return { office: await readCompanyOffice(trx, where), phones };
}

/** Reopens an office in the caller's transaction. Phones have to be connected again. */
export async function reopenIn(trx: Database, where: OfficeKey, author: OfficeAuthor): Promise<CompanyOffice> {
  const before = await lockSeen(trx, where, author.version);
  if (!before.closed) return before;
  const version = before.version + 1;
  await trx.updateTable('offices').set({ closed: null, version }).where(isOffice(where)).execute();
  await logOffice(trx, where, author, { name: before.name, what: 'reabierta', version, before: {}, after: {} });
  return readCompanyOffice(trx, where);
}

/** @throws Refusal conflict if somebody changed the office since the person saw it. */
export async function closeOffice(
  { db, clock, feed }: PlatformServices,
  dispatcher: Dispatcher,
  version: number,
): Promise<CompanyOffice> {
  const author = officeAuthor(dispatcher, clock(), version);
  const { office } = await transact(db, (trx) => closeIn(trx, dispatcher, author));
  feed.nudge(dispatcher.officeId);
  return office;
}

/** @throws Refusal conflict if somebody changed the office since the person saw it. */
export async function reopenOffice(
  { db, clock, feed }: PlatformServices,
  dispatcher: Dispatcher,
  version: number,
): Promise<CompanyOffice> {
  const author = officeAuthor(dispatcher, clock(), version);
  const office = await transact(db, (trx) => reopenIn(trx, dispatcher, author));
  feed.nudge(dispatcher.officeId);
  return office;
}
