import { sql } from 'kysely';
import { isForeignKeyViolation } from '#platform/database/database-error.ts';
import { isOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Schema } from '#platform/database/schema.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { conflict } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { lockSeen, type OfficeAuthor, officeAuthor } from '#people/offices/change-office.ts';

/** What an office may have without people, couriers, orders and imports. Referencing tables first. */
export const OF_EMPTY_OFFICES = [
  'shift_reads',
  'shift_notes',
  'attention_acts',
  'attention_lines',
  'attention_boards',
  'guest_acts',
  'guest_links',
  'places',
  'place_claims',
  'profiles',
  'views',
  'zone_versions',
  'zones',
  'reasons',
  'import_layouts',
  'export_tickets',
  'travel_cells',
  'batches',
  'erasures',
  'events',
] as const satisfies readonly (keyof Schema)[];

const NOT_EMPTY =
  'La oficina tiene personas, repartidores, órdenes o importaciones: solo se elimina una oficina vacía. Ciérrela para que no se use más';

/** Deletes an empty office with its settings and its log, in the caller's transaction. */
async function removeIn(trx: Database, where: OfficeKey, author: OfficeAuthor): Promise<void> {
  const office = await lockSeen(trx, where, author.version);
  if (!office.isEmpty) throw conflict(NOT_EMPTY);
  for (const table of OF_EMPTY_OFFICES)
    await sql`delete from ${sql.table(table)} where office_id = ${where.officeId}`.execute(trx);
  await trx
    .deleteFrom('offices')
    .where(isOffice(where))
    .execute()
    .catch((error: unknown) => {
      // Its first person was created in the meantime.
      throw isForeignKeyViolation(error) ? conflict(NOT_EMPTY) : error;
    });
  // In the company's trail: the office and its log are gone.
  await recordTrail(trx, {
    companyId: where.companyId,
    officeId: null,
    kind: 'office.deleted',
    actor: { id: author.sub, ...author.by },
    subject: { kind: 'office', id: where.officeId, name: office.name },
    details: { before: { name: office.name, timeZone: office.timeZone, province: office.province } },
    at: author.now,
  });
}

/**
 * Deletes an empty office of the person's company.
 * @throws Refusal conflict if it has people, couriers, orders or imports, or if somebody changed it since the person saw it.
 */
export async function removeOffice(
  { db, clock }: PlatformServices,
  dispatcher: Dispatcher,
  version: number,
): Promise<{ id: string }> {
  const author = officeAuthor(dispatcher, clock(), version);
  await transact(db, (trx) => removeIn(trx, dispatcher, author));
  return { id: dispatcher.officeId };
}
