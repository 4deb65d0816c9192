import { GUEST_MINUTES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { MAX_OPENINGS } from '../database/table-bounds.ts';

/** The links of an office that are valid now. */
export const linksOf = (db: Database, office: OfficeKey, now: Date) =>
  db.selectFrom('guest_links').where(inOffice(office)).where('expires_at', '>', now);

/** Valid links with their office, of any office: a guest names only a secret or a session. */
const validAt = (db: Database, now: Date, dayTurnsAt: string) =>
  db
    .selectFrom('guest_links as links')
    .innerJoin('offices', 'offices.id', 'links.office_id')
    .innerJoin('companies', 'companies.id', 'links.company_id')
    .select([
      'links.id',
      'links.company_id as companyId',
      'links.office_id as officeId',
      'links.order_id as orderId',
      'links.client_id as clientId',
      'links.client_name as clientName',
      'links.day',
      'links.expires_at as expiresAt',
      'offices.name as office',
      'offices.time_zone as timeZone',
      'companies.name as company',
      sql.val(dayTurnsAt).$castTo<string>().as('dayTurnsAt'),
    ])
    .where('links.expires_at', '>', now);

/** @returns a link that can be opened; undefined for any other, whatever the reason. */
export const findLink = (db: Database, secretHash: string, now: Date, dayTurnsAt: string) =>
  validAt(db, now, dayTurnsAt).where('links.secret_hash', '=', secretHash).executeTakeFirst();

/** A link that a guest has opened. */
export type GuestLinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** @returns the link of a guest's session, and when it was opened; undefined if the session ended. */
export const findOpened = (db: Database, sessionHash: string, now: Date, dayTurnsAt: string) =>
  validAt(db, now, dayTurnsAt)
    .innerJoin('guest_openings as openings', (join) =>
      join.onRef('openings.office_id', '=', 'links.office_id').onRef('openings.link_id', '=', 'links.id'),
    )
    .select('openings.at as openedAt')
    .where('openings.session_hash', '=', sessionHash)
    .where('openings.at', '>', new Date(now.getTime() - GUEST_MINUTES * 60_000))
    .executeTakeFirst();

/**
 * Counts an opening and stores its session, in place of the oldest if the link has many.
 * @returns false if the link was removed in the meantime.
 */
export async function addOpening(
  trx: Database,
  { officeId, id }: GuestLinkRow,
  opening: { sessionHash: string; network: string; at: Date },
): Promise<boolean> {
  // Locks the link, so that concurrent openings are counted and the oldest are dropped one after another.
  const { numUpdatedRows } = await trx
    .updateTable('guest_links')
    .set(({ eb }) => ({ openings: eb('openings', '+', 1) }))
    .where('office_id', '=', officeId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .insertInto('guest_openings')
    .values({
      office_id: officeId,
      link_id: id,
      session_hash: opening.sessionHash,
      at: opening.at,
      network: opening.network,
    })
    .execute();
  await sql`
    delete from guest_openings where office_id = ${officeId} and link_id = ${id} and id in (
      select id from guest_openings where office_id = ${officeId} and link_id = ${id}
      order by id desc offset ${MAX_OPENINGS}
    )`.execute(trx);
  return true;
}

/** @returns the newest openings of some links, newest first. @param most per link. */
export async function listOpenings(db: Database, { officeId }: OfficeKey, links: readonly number[], most: number) {
  const { rows } = await sql<{ link_id: number; at: Date; network: string }>`
    select opened.link_id, opened.at, opened.network from unnest(${links}::bigint[]) as given (id)
    cross join lateral (
      select link_id, at, network, id from guest_openings
      where office_id = ${officeId} and link_id = given.id order by id desc limit ${most}
    ) as opened
    order by opened.id desc`.execute(db);
  return Map.groupBy(rows, ({ link_id }) => link_id);
}

/**
 * Ends the links of orders whose personal data is being removed. Links of a client's day stay: they show what is left.
 * @param table that has the ids: orders, or their photos or visits.
 */
export async function endLinksOf(
  trx: Database,
  office: OfficeKey,
  table: 'order_details' | 'evidence' | 'field_visits',
  ids: readonly number[],
): Promise<void> {
  const order = sql.ref(table === 'order_details' ? 'id' : 'order_id');
  await sql`
    delete from guest_links where ${inOffice(office)} and order_id in (
      select ${order} from ${sql.table(table)} where ${inOffice(office)} and id = any(${ids}::bigint[])
    )`.execute(trx);
}

/** Removes the links of an office that have expired, with their openings. */
export const forgetExpired = (db: Database, office: OfficeKey, now: Date) =>
  db.deleteFrom('guest_links').where(inOffice(office)).where('expires_at', '<=', now).execute();
