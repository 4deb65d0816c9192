import { OPEN_STATES, type Point } from '@despacho/contracts/dispatch';
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

/** Orders of one door, or of one answer of a geocoder, that are added. */
const MAX_AT_PLACE = 1000;

const OPEN = sql.join(OPEN_STATES.map((state) => sql.lit(state)));

/**
 * Adds the open orders of other offices at some doors that are marked otherwise than their door: it was contested, or a
 * person has answered. Each is changed under the lock of its own office.
 */
export async function addDisputed(
  trx: Database,
  { companyId, officeId }: OfficeKey,
  doors: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into orders_to_locate (company_id, office_id, order_id, claimed_until)
    select orders.company_id, orders.office_id, orders.id, ${now}::timestamptz
    from orders join doors on doors.company_id = orders.company_id and doors.key = orders.door_key
    where orders.company_id = ${companyId} and orders.office_id <> ${officeId}
      and orders.door_key = any(${doors}::text[]) and orders.state in (${OPEN})
      and orders.place_contested <> (doors.contradicting > 0)
    limit ${sql.lit(MAX_AT_PLACE)}
    on conflict do nothing`.execute(trx);
}

/** Adds the open orders that a geocoder has placed to the block at a point that turned out to be of something larger. */
export async function addGeocodedAt(db: Database, { lat, lng }: Point, now: Date): Promise<void> {
  await sql`
    insert into orders_to_locate (company_id, office_id, order_id, claimed_until)
    select details.company_id, details.office_id, details.id, ${now}::timestamptz
    from order_progress as progress join order_details as details
      on details.office_id = progress.office_id and details.id = progress.order_id
    where progress.state in (${OPEN}) and details.place_source = 'geocodificador' and details.place_degree = 'cuadra'
      and details.lat = ${lat} and details.lng = ${lng}
    limit ${sql.lit(MAX_AT_PLACE)}
    on conflict do nothing`.execute(db);
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
