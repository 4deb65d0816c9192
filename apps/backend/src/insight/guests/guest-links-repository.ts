import { ORDERS_OR_PHOTOS } from '@despacho/contracts';
import { GUEST_MINUTES, type ShareChange } from '@despacho/contracts/dispatch';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type GuestLinksTable } from '#platform/database/schema.ts';
import { MAX_OPENINGS } from '#platform/database/table-bounds.ts';
import { authorMayAct } from '#people/users/may-act.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';

/** The links of an office that are valid now. */
export const linksOf = (db: Database, office: OfficeKey, now: Date) =>
  db.selectFrom('guest_links').where(inOffice(office)).where('expires_at', '>', now);

/** Whether the author of a link may still share in its office. @param links name or alias of the table. */
export const authorMayShare = (links: string): RawBuilder<boolean> => authorMayAct(links, ORDERS_OR_PHOTOS);

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
    .where('links.expires_at', '>', now)
    .where(authorMayShare('links'));

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

/** Guests must not be able to fill the history of an order. */
const NOTED_EVERY_MS = 24 * 60 * 60_000;

type LinkColumns = Pick<
  Selectable<GuestLinksTable>,
  'company_id' | 'office_id' | 'id' | 'order_id' | 'client_id' | 'day' | 'expires_at'
>;

/** Adds to the history of the orders that a link shows. @param by the name of the person; null for a guest. */
export async function addAct(
  trx: Database,
  { id, company_id, office_id, order_id, client_id, day, expires_at }: LinkColumns,
  { what, at, by }: { what: ShareChange; at: Date; by: string | null },
): Promise<void> {
  const link = { company_id, office_id, link_id: id, order_id, client_id, day, expires_at };
  await trx
    .insertInto('guest_acts')
    .values({ ...link, what, at, by_user: by })
    .execute();
}

/**
 * Counts an opening and stores its session, in place of the oldest if the link has many.
 * @returns false if the link was removed in the meantime.
 */
export async function addOpening(
  trx: Database,
  office: GuestLinkRow,
  opening: { sessionHash: string; network: string; at: Date },
): Promise<boolean> {
  const { officeId, id } = office;
  const { at } = opening;
  const notedBefore = new Date(at.getTime() - NOTED_EVERY_MS);
  const due = await trx
    .selectFrom('guest_links')
    .select('id')
    .where('office_id', '=', officeId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('noted_at', 'is', null), eb('noted_at', '<=', notedBefore)]))
    .executeTakeFirst();
  // Adding an act locks the office, which other changes of links lock first.
  if (due) await lockOffice(trx, office);
  // Locks the link, so that concurrent openings are counted and the oldest are dropped one after another.
  const link = await trx
    .updateTable('guest_links')
    .set(({ eb }) => ({
      openings: eb('openings', '+', 1),
      noted_at: sql<Date>`case when noted_at > ${notedBefore} then noted_at else ${at} end`,
    }))
    .where('office_id', '=', officeId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!link) return false;
  if (link.noted_at?.getTime() === at.getTime()) await addAct(trx, link, { what: 'abierta', at, by: null });
  await trx
    .insertInto('guest_openings')
    .values({
      office_id: officeId,
      link_id: id,
      session_hash: opening.sessionHash,
      at,
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
 * Ends the links that show orders whose personal data is being removed: those of an order, and of its client's day.
 * @param table that has the ids: orders, or their photos or visits.
 */
export async function endLinksOf(
  trx: Database,
  office: OfficeKey,
  table: 'order_details' | 'evidence' | 'field_visits',
  ids: readonly number[],
): Promise<void> {
  const order = sql.ref(table === 'order_details' ? 'id' : 'order_id');
  // One row at a time: with outdated statistics, a join of sets read the whole office for each order.
  await sql`
    with erased as (
      select found.* from unnest(${ids}::bigint[]) as given (id)
      cross join lateral (
        select ${order} as order_id from ${sql.table(table)} where id = given.id and ${inOffice(office)} limit 1
      ) as own
      cross join lateral (
        select id, client_id, date from order_details where id = own.order_id and ${inOffice(office)} limit 1
      ) as found
    )
    delete from guest_links where ${inOffice(office)} and (
      order_id in (select id from erased)
      or (order_id is null and (client_id, day) in (select client_id, date from erased)))`.execute(trx);
}

/** Removes the links of an office that have expired, with their openings. */
export const forgetExpired = (db: Database, office: OfficeKey, now: Date) =>
  db.deleteFrom('guest_links').where(inOffice(office)).where('expires_at', '<=', now).execute();
