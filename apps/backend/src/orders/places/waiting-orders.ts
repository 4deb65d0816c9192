import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/**
 * Maximum number of one office: at a call a second they take almost three hours. Further orders stay at their
 * district's centre.
 */
const MAX_WAITING = 10_000;

/** How long a process may work on an order before another one takes it. */
const CLAIM_MS = 60_000;

/** Adds orders to those that the geocoder is to be called for, up to the office's maximum. */
export async function addWaiting(
  trx: Database,
  { companyId, officeId }: OfficeKey,
  orders: readonly number[],
  now: Date,
  most = MAX_WAITING,
): Promise<void> {
  if (orders.length === 0) return;
  await sql`
    insert into orders_to_locate (company_id, office_id, order_id, claimed_until)
    select ${companyId}, ${officeId}, id, ${now}::timestamptz
    from unnest(${orders}::bigint[]) with ordinality as given (id, place)
    where place <= ${most}::integer - (select count(*) from orders_to_locate where office_id = ${officeId})
    on conflict do nothing`.execute(trx);
}

export interface WaitingOrder {
  companyId: string;
  officeId: string;
  orderId: number;
  attempts: number;
}

async function claimAfter(db: Database, officeId: string, now: Date): Promise<WaitingOrder | undefined> {
  const { rows } = await sql<WaitingOrder>`
    update orders_to_locate set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}::timestamptz
    where (office_id, order_id) in (
      select office_id, order_id from orders_to_locate
      where office_id > ${officeId} and claimed_until <= ${now}::timestamptz
      order by office_id, order_id limit 1 for update skip locked
    )
    returning company_id as "companyId", office_id as "officeId", order_id as "orderId", attempts`.execute(db);
  return rows[0];
}

/**
 * Claims an order of the next office, so that an import of thousands does not delay other offices.
 * @param last the office of the order before.
 */
export const claimNext = async (db: Database, last: string, now: Date): Promise<WaitingOrder | undefined> =>
  (await claimAfter(db, last, now)) ?? (last === '' ? undefined : claimAfter(db, '', now));

const rowOf = ({ officeId, orderId }: WaitingOrder) => sql`office_id = ${officeId} and order_id = ${orderId}`;

/** The order needs no further attempt. */
export async function removeWaiting(db: Database, order: WaitingOrder): Promise<void> {
  await sql`delete from orders_to_locate where ${rowOf(order)}`.execute(db);
}

/** Releases a claim until a later attempt. @param failed whether the geocoder was called in vain. */
export async function releaseWaiting(db: Database, order: WaitingOrder, until: Date, failed: boolean): Promise<void> {
  await sql`
    update orders_to_locate set claimed_until = ${until}::timestamptz, attempts = attempts + ${failed ? 1 : 0}::integer
    where ${rowOf(order)}`.execute(db);
}
