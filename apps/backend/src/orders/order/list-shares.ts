import { type ShareChanged } from '@despacho/contracts/dispatch';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/** Links of an order, and of days, in its history. */
const MAX_SHARES = 200;

/** @returns what happened with the links that show an order, newest first. */
export async function listShares(
  db: Database,
  office: OfficeKey,
  order: { id: number; client_id: string | null; date: string },
): Promise<ShareChanged[]> {
  const rows = await db
    .selectFrom('guest_acts')
    .select(['what', 'link_id', 'at', 'by_user', 'expires_at', 'day'])
    .where(inOffice(office))
    .where((eb) =>
      eb.or([
        eb('order_id', '=', order.id),
        eb.and([eb('client_id', '=', order.client_id), eb('day', '=', order.date)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(MAX_SHARES)
    .execute();
  return rows.map(({ what, link_id, at, by_user, expires_at, day }) => ({
    what,
    link: String(link_id),
    at: at.toISOString(),
    user: by_user,
    expiresAt: expires_at.toISOString(),
    isDay: day !== null,
  }));
}
