import {
  DISPATCH_OPERATIONS,
  type ExportFormat,
  type OrderFilterQuery,
  type OrderSort,
  TICKET_SECONDS,
} from '@despacho/contracts/dispatch';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { newSecret, secretHash } from '#platform/secrets.ts';
import { authorMayAct, authorOf } from '#people/users/may-act.ts';
import { sql } from 'kysely';

/** Orders to download. */
export interface ExportRequest {
  format: ExportFormat;
  filter: OrderFilterQuery;
  sort: OrderSort;
}

/** What a ticket permits its owner to download. */
interface Requests {
  orders: ExportRequest;
  /** Ids of photos. */
  photos: { photos: number[] };
}

/** The operation that redeems a ticket. */
const DOWNLOADS = { orders: 'exports.download', photos: 'evidence.download' } as const satisfies Record<
  keyof Requests,
  string
>;

const KEPT_MS = TICKET_SECONDS * 1000;

/** Counts and expired tickets are kept this long: because of time zones, yesterday may be today in another office. */
const KEPT_DAYS_MS = 2 * 86_400_000;

/** The day and number of orders that an export counts for. */
interface Counted {
  /** In the office's calendar. */
  day: string;
  orders: number;
}

/**
 * Counts an export towards the person's daily limit and issues the ticket for it: valid once, for this person and
 * office, for a minute. The count of an expired unused ticket is subtracted again.
 * @param limit orders per person and day.
 * @returns the ticket and its expiry, or the number of orders left if the limit would be exceeded.
 */
export async function issueTicket(
  db: Database,
  dispatcher: Dispatcher,
  request: Requests[keyof Requests],
  { day, orders, limit, now }: Counted & { limit: number; now: Date },
): Promise<{ ticket: string; expiresAt: Date } | { left: number }> {
  const { companyId, officeId, sub } = dispatcher;
  const ticket = newSecret();
  const past = new Date(now.getTime() - KEPT_DAYS_MS);
  return transact(db, async (trx) => {
    const expiredBefore = new Date(now.getTime() - KEPT_MS);
    // day: two days ago, it has ended in every zone.
    await returnUnused(trx, dispatcher, { expiredBefore, pastBefore: past.toISOString().slice(0, 10) });
    // Also the tickets of people who have not requested another one since.
    await trx.deleteFrom('export_tickets').where('at', '<', past).execute();
    if (!(await takeFromQuota(trx, dispatcher, { day, orders, limit })))
      return { left: Math.max(0, limit - (await exportedOn(trx, dispatcher, day))) };
    await trx
      .insertInto('export_tickets')
      .values({
        ticket_hash: secretHash(ticket),
        company_id: companyId,
        office_id: officeId,
        person: sub,
        request: JSON.stringify(request),
        at: now,
        day,
        orders,
        author_id: await authorOf(trx, dispatcher),
      })
      .execute();
    return { ticket, expiresAt: new Date(now.getTime() + KEPT_MS) };
  });
}

/**
 * Redeems a ticket. It is used up regardless of the download's success.
 * @returns the export it permits, its time of issue and what it has counted; undefined for a ticket that is used,
 * expired, of another kind, of another person or office, or of a person who may no longer download.
 */
export async function redeemTicket<Kind extends keyof Requests>(
  db: Database,
  dispatcher: Dispatcher,
  ticket: string,
  now: Date,
  kind: Kind,
): Promise<{ request: Requests[Kind]; at: Date; counted: Counted } | undefined> {
  const row = await db
    .deleteFrom('export_tickets')
    .where('ticket_hash', '=', secretHash(ticket))
    .where(inOffice(dispatcher))
    .where('person', '=', dispatcher.sub)
    .where('at', '>=', new Date(now.getTime() - KEPT_MS))
    .where(sql<boolean>`(request -> 'photos' is not null) = ${kind === 'photos'}`)
    .where(authorMayAct('export_tickets', DISPATCH_OPERATIONS[DOWNLOADS[kind]].policy))
    .returning(['request', 'at', 'day', 'orders'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { request, at, day, orders } = row;
  return { request: request as unknown as Requests[Kind], at, counted: { day, orders } };
}

type Exporter = Pick<Dispatcher, 'companyId' | 'sub'>;

/**
 * Counts orders towards a person's daily export limit. A single statement, so that concurrent exports serialize.
 * @param day in the calendar of the exported office.
 * @param limit orders per person and day.
 * @returns false, without counting, if the limit would be exceeded.
 */
export async function takeFromQuota(
  db: Database,
  { companyId, sub }: Exporter,
  { day, orders, limit }: { day: string; orders: number; limit: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into export_days as counted (company_id, person, day, orders)
    select ${companyId}, ${sub}, ${day}, ${orders}::bigint where ${orders}::bigint <= ${limit}::bigint
    on conflict (company_id, person, day) do update set orders = counted.orders + excluded.orders
    where counted.orders + excluded.orders <= ${limit}::bigint
    returning orders`.execute(db);
  return rows.length > 0;
}

/** @returns how many orders a person has exported on a day. */
async function exportedOn(db: Database, { companyId, sub }: Exporter, day: string): Promise<number> {
  const row = await db
    .selectFrom('export_days')
    .select('orders')
    .where('company_id', '=', companyId)
    .where('person', '=', sub)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.orders ?? 0;
}

/** Subtracts what a person's expired tickets had counted, and deletes these tickets and the counts of past days. */
async function returnUnused(
  trx: Database,
  { companyId, sub }: Exporter,
  { expiredBefore, pastBefore }: { expiredBefore: Date; pastBefore: string },
): Promise<void> {
  const unused = await trx
    .deleteFrom('export_tickets')
    .where('company_id', '=', companyId)
    .where('person', '=', sub)
    .where('at', '<', expiredBefore)
    .returning(['day', 'orders'])
    .execute();
  const days = trx.updateTable('export_days').where('company_id', '=', companyId).where('person', '=', sub);
  for (const { day, orders } of unused)
    await days
      .set({ orders: sql<number>`orders - ${orders}::bigint` })
      .where('day', '=', day)
      .execute();
  await trx
    .deleteFrom('export_days')
    .where('company_id', '=', companyId)
    .where('person', '=', sub)
    .where('day', '<', pastBefore)
    .execute();
}
