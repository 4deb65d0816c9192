import { type CourierMap, DEFAULT_SILENCE, LISTED_COURIERS } from '@despacho/contracts/dispatch';
import { inOffice, isOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

const { compare } = new Intl.Collator('es');

/** @returns the couriers of an office for its map, by name, without retired ones; and when they count as silent. */
export async function mapCouriers(db: Database, where: OfficeKey): Promise<CourierMap> {
  const { silence } = await db.selectFrom('offices').select('silence').where(isOffice(where)).executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('couriers')
    .select(['id', 'name', 'vehicle', 'plate'])
    .where(inOffice(where))
    .where('state', '<>', 'retirado')
    .orderBy('id')
    .limit(LISTED_COURIERS)
    .execute();
  return {
    couriers: rows
      .toSorted((one, other) => compare(one.name, other.name) || one.id - other.id)
      .map(({ id, ...shown }) => ({ id: String(id), ...shown })),
    silence: silence ?? DEFAULT_SILENCE,
  };
}
