import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/**
 * Deletes photos of an office, and subtracts them from their orders and from the company's storage. The caller holds the
 * lock on the office's row, and has checked `mayRemovePhotos`.
 * @returns the files that no photo uses any more, to be removed after the commit.
 */
export async function deletePhotos(trx: Database, office: OfficeKey, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const deleted = await trx
    .deleteFrom('evidence')
    .where(inOffice(office))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .returning(['order_id', 'bytes', 'file'])
    .execute();
  const orders = deleted.map(({ order_id }) => order_id);
  await sql`
    update order_details set evidence = evidence - photos.count
    from (
      select id, count(*)::integer as count from unnest(${orders}::bigint[]) as given (id) group by id
    ) as photos
    where order_details.office_id = ${office.officeId} and order_details.id = photos.id`.execute(trx);
  const bytes = deleted.reduce((sum, each) => sum + each.bytes, 0);
  await trx
    .updateTable('companies')
    .set({ storage_used: sql<number>`greatest(0, storage_used - ${bytes}::bigint)` })
    .where('id', '=', office.companyId)
    .execute();
  const files = [...new Set(deleted.map(({ file }) => file))];
  // Demonstration photos share files.
  const used = await trx
    .selectFrom('evidence')
    .select('file')
    .distinct()
    .where(sql<boolean>`file = any(${files}::text[])`)
    .execute();
  const kept = new Set(used.map(({ file }) => file));
  return files.filter((file) => !kept.has(file));
}
