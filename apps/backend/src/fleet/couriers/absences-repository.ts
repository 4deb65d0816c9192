import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/** Days of the office's calendar, both included; without `to`, all from the first on. */
interface Span {
  from: string;
  to?: string;
}

/** @returns the days on which a courier is absent, sorted, from a day on. */
export async function absencesOf(db: Database, office: OfficeKey, courierId: number, from: string): Promise<string[]> {
  const rows = await db
    .selectFrom('courier_absences')
    .select('day')
    .where(inOffice(office))
    .where('courier_id', '=', courierId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

/** Records absences; those already recorded stay. @returns how many were new. */
export async function addAbsences(
  trx: Database,
  { companyId, officeId }: OfficeKey,
  couriers: readonly number[],
  days: readonly string[],
): Promise<number> {
  if (couriers.length === 0 || days.length === 0) return 0;
  const rows = couriers.flatMap((courierId) =>
    days.map((day) => ({ company_id: companyId, office_id: officeId, courier_id: courierId, day })),
  );
  const added = await trx
    .insertInto('courier_absences')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .execute();
  return added.length;
}

/** @returns how many days were deleted. */
export async function deleteAbsences(
  trx: Database,
  office: OfficeKey,
  courierId: number,
  { from, to }: Span,
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('courier_absences')
    .where(inOffice(office))
    .where('courier_id', '=', courierId)
    .where('day', '>=', from)
    .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
