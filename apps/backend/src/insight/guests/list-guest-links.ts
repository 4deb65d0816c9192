import { countRows } from '#platform/database/count-rows.ts';
import { type GuestLink, type GuestLinks, SHOWN_OPENINGS } from '@despacho/contracts/dispatch';
import { type Selectable } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type GuestLinksTable } from '#platform/database/schema.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { notFound } from '#platform/refusal.ts';
import { type InsightServices } from '../services.ts';
import { addAct, authorMayShare, linksOf, listOpenings } from './guest-links-repository.ts';

/** Openings of each link in the list of the whole office, which may have a thousand links. */
const OPENINGS_IN_OFFICE = 3;

type Row = Omit<Selectable<GuestLinksTable>, 'secret_hash' | 'author_id' | 'noted_at'> & {
  code: string | null;
  mayShare: boolean;
};

export const toGuestLink = (row: Row, openings: readonly { at: Date; network: string }[]): GuestLink => ({
  id: String(row.id),
  order: row.order_id === null ? null : { id: String(row.order_id), code: row.code ?? '' },
  client: { id: row.client_id, name: row.client_name },
  day: row.day,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  by: { username: row.by_username, user: row.by_user },
  isSuspended: !row.mayShare,
  openings: row.openings,
  lastOpenings: openings.map(({ at, network }) => ({ at: at.toISOString(), network })),
});

/** @returns the valid links of an office, or of one of its orders, with their openings. */
export async function listGuestLinks(
  { db, clock }: Pick<InsightServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  orderId: number | undefined,
): Promise<GuestLinks> {
  const now = clock();
  const live = await countRows(linksOf(db, dispatcher, now));
  const rows = await linksOf(db, dispatcher, now)
    .select((eb) => [
      'id',
      'company_id',
      'office_id',
      'order_id',
      'client_id',
      'client_name',
      'day',
      'created_at',
      'expires_at',
      'by_username',
      'by_user',
      'openings',
      authorMayShare('guest_links').as('mayShare'),
      eb
        .selectFrom('order_details as details')
        .select('details.code')
        .whereRef('details.office_id', '=', 'guest_links.office_id')
        .whereRef('details.id', '=', 'guest_links.order_id')
        .as('code'),
    ])
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? 0))
    .orderBy('id', 'desc')
    .execute();
  const most = orderId === undefined ? OPENINGS_IN_OFFICE : SHOWN_OPENINGS;
  const openings = await listOpenings(
    db,
    dispatcher,
    rows.filter((row) => row.openings > 0).map(({ id }) => id),
    most,
  );
  return { links: rows.map((row) => toGuestLink(row, openings.get(row.id) ?? [])), live };
}

/** Ends a link and the sessions of the guests who opened it. @throws Refusal not-found for a link that is not valid. */
export async function revokeGuestLink(
  { db, clock }: Pick<InsightServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  id: number,
): Promise<Record<string, never>> {
  await transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    const link = await trx
      .deleteFrom('guest_links')
      .where(inOffice(dispatcher))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(notFound);
    await addAct(trx, link, { what: 'anulada', at: clock(), by: dispatcher.user });
  });
  return {};
}
