import { addDays } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { isOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/** Cash of earlier days counts as carried for this long: older days are no reason to stop a courier today. */
const CARRIED_DAYS = 31;
/** A courier may have set out for a later day, or twice for the next one after both were confirmed. */
const AHEAD_DAYS = 2;

/** Visits in review that are read, the newest first: far more than an office leaves undecided. */
const MAX_IN_REVIEW = 2000;

const cashIn = (payments: string) => sql`(
  select coalesce(sum((payment ->> 'amount')::bigint), 0) from jsonb_array_elements(${sql.ref(payments)}) as payment
  where payment ->> 'means' = 'efectivo')`;

/** Cash of a visit that the office has not decided about: the courier has it, and the ledger does not. */
export interface CashInReview {
  courierId: number;
  at: Date;
  /** In céntimos. */
  amount: number;
}

/**
 * @param courierId only this courier.
 * @returns the newest visit of each order in review, as far as its cash is not in the ledger already.
 */
export async function readCashInReview(
  db: Database,
  { officeId }: Pick<OfficeKey, 'officeId'>,
  courierId: number | null = null,
): Promise<CashInReview[]> {
  const { rows } = await sql<CashInReview>`
    select courier_id as "courierId", at, amount from (
      select distinct on (visit.courier_id, visit.order_id) visit.courier_id, visit.at,
        greatest(0, ${cashIn('visit.payments')} - case when progress.courier_id = visit.courier_id
          and progress.state = 'entregada' then ${cashIn('progress.payments')} else 0 end)::bigint as amount
      from (
        select id, courier_id, order_id, at, payments from field_visits
        where office_id = ${officeId} and state = 'pendiente' and to_state = 'entregada'
          and jsonb_typeof(payments) = 'array' and (${courierId}::bigint is null or courier_id = ${courierId})
        order by id desc limit ${MAX_IN_REVIEW}
      ) as visit
      cross join lateral (
        select courier_id, state, payments from order_progress
        where office_id = ${officeId} and order_id = visit.order_id offset 0
      ) as progress
      order by visit.courier_id, visit.order_id, visit.id desc
    ) as latest where amount > 0`.execute(db);
  return rows;
}

/**
 * @param today the office's working day.
 * @param courierId only this courier.
 * @returns the cash that couriers have, of all days together and of visits in review too, in céntimos.
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
  const held = new Map(rows.map(({ courierId: id, amount }) => [id, amount]));
  for (const { courierId: id, amount } of await readCashInReview(db, { officeId }, courierId))
    held.set(id, (held.get(id) ?? 0) + amount);
  return held;
}

/**
 * The same as it was at an instant of that working day, by the ledger, which is only added to, and by the visits that
 * were in review then (not decided, and not replaced by a correction), as far as their cash was not in the ledger.
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
  const { rows: inReview } = await sql<{ courierId: number; amount: number }>`
    select courier_id as "courierId", sum(amount)::bigint as amount from (
      select distinct on (courier_id, order_id) courier_id, greatest(0, ${cashIn('payments')} - coalesce((
        select sum(case when source is null then amount when target is null then -amount end) from money_entries as entry
        where entry.office_id = ${officeId} and entry.courier_id = visit.courier_id and entry.order_id = visit.order_id
          and entry.day between ${addDays(day, -CARRIED_DAYS)} and ${addDays(day, AHEAD_DAYS)}
          and means = 'efectivo' and entry.at <= ${at}
      ), 0)) as amount
      from field_visits as visit
      where office_id = ${officeId} and result = 'review' and to_state = 'entregada' and jsonb_typeof(payments) = 'array'
        and arrived_at <= ${at} and arrived_at > ${at}::timestamptz - ${CARRIED_DAYS} * interval '1 day'
        and (decided_at is null or decided_at > ${at})
        and not exists (
          select from field_visits as later
          where later.root = visit.root and later.courier_id = visit.courier_id and later.order_id = visit.order_id
            and later.id > visit.id and later.arrived_at <= ${at}
            and not exists (
              select from field_visits as sooner
              where sooner.corrects = later.visit and sooner.courier_id = later.courier_id and sooner.id < later.id))
      order by courier_id, order_id, id desc
    ) as latest group by courier_id`.execute(db);
  if (rows.length + inReview.length === 0) return null;
  const held = new Map(rows.map(({ courierId, amount }) => [courierId, amount]));
  for (const { courierId, amount } of inReview) held.set(courierId, (held.get(courierId) ?? 0) + amount);
  return held;
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
  const row = await db.selectFrom('offices').select('cash_limit as limit').where(isOffice(office)).executeTakeFirst();
  const limit = row?.limit ?? null;
  if (limit === null) return [];
  return [...(await heldCash(db, office, today))]
    .filter(([, amount]) => amount > limit)
    .map(([courierId, amount]) => ({ courierId, amount, limit }))
    .toSorted((one, other) => other.amount - one.amount);
}
