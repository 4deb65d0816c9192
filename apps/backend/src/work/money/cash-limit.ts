import { addDays } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/** Cash of earlier days counts as carried for this long: older days are no reason to stop a courier today. */
const CARRIED_DAYS = 31;
/** A courier may have set out for a later day, or twice for the next one after both were confirmed. */
const AHEAD_DAYS = 2;

/**
 * @param today the office's working day.
 * @param courierId only this courier.
 * @returns the cash that couriers have, of all days together, in céntimos.
 */
export async function heldCash(
  db: Database,
  { officeId }: Pick<OfficeKey, 'officeId'>,
  today: string,
  courierId: number | null = null,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ courierId: number; amount: number }>`
    select courier_id as "courierId", sum(amount)::bigint as amount
    from money_balances
    where office_id = ${officeId} and place = 'repartidor' and amount > 0 and means = 'efectivo'
      and day >= ${addDays(today, -CARRIED_DAYS)}
      and (${courierId}::bigint is null or courier_id = ${courierId})
    group by courier_id`.execute(db);
  return new Map(rows.map(({ courierId: id, amount }) => [id, amount]));
}

/**
 * The same as it was at an instant of that working day, by the ledger, which is only added to.
 * @returns null without entries of these days: they have expired, or nothing was collected.
 */
export async function heldCashAt(
  db: Database,
  { officeId }: Pick<OfficeKey, 'officeId'>,
  day: string,
  at: Date,
): Promise<Map<number, number> | null> {
  const { rows } = await sql<{ courierId: number; amount: number }>`
    select courier_id as "courierId",
      coalesce(sum(case when target = 'repartidor' then amount when source = 'repartidor' then -amount end)
        filter (where means = 'efectivo' and at <= ${at}), 0)::bigint as amount
    from money_entries
    where office_id = ${officeId} and day between ${addDays(day, -CARRIED_DAYS)} and ${addDays(day, AHEAD_DAYS)}
    group by courier_id`.execute(db);
  return rows.length === 0 ? null : new Map(rows.map(({ courierId, amount }) => [courierId, amount]));
}

/** A courier with more cash than the office allows. */
export interface AboveLimit {
  courierId: number;
  /** In céntimos. */
  amount: number;
  limit: number;
}

/** @returns the couriers above the office's cash limit, the highest amount first; none without a limit. */
export async function couriersAboveLimit(db: Database, office: OfficeKey, today: string): Promise<AboveLimit[]> {
  const row = await db
    .selectFrom('offices')
    .select('cash_limit as limit')
    .where('company_id', '=', office.companyId)
    .where('id', '=', office.officeId)
    .executeTakeFirst();
  const limit = row?.limit ?? null;
  if (limit === null) return [];
  return [...(await heldCash(db, office, today))]
    .filter(([, amount]) => amount > limit)
    .map(([courierId, amount]) => ({ courierId, amount, limit }))
    .toSorted((one, other) => other.amount - one.amount);
}
