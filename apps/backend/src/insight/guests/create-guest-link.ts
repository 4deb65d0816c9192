import { type GuestLinkSubject, MAX_GUEST_ORDERS, type NewGuestLink } from '@despacho/contracts/dispatch';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { requireRoom } from '#platform/database/require-room.ts';
import { transact } from '#platform/database/transact.ts';
import { countChanges } from '#platform/dispatch/count-changes.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { ordersOf, requireOrder } from '#orders/order/orders-repository.ts';
import { newSecret, secretHash } from '#platform/secrets.ts';
import { Refusal } from '#platform/refusal.ts';
import { type InsightServices } from '../services.ts';
import { authorOf } from '#people/users/may-act.ts';
import { addAct, forgetExpired, linksOf } from './guest-links-repository.ts';
import { toGuestLink } from './list-guest-links.ts';

const DAY_MS = 24 * 60 * 60_000;

/** @returns the columns of what a link shows. @throws Refusal if the office has no such order, or none of that day. */
async function subjectColumns(db: Database, dispatcher: Dispatcher, subject: GuestLinkSubject) {
  if (subject.kind === 'order') {
    const order = await requireOrder(db, dispatcher, Number(subject.orderId));
    return { order_id: order.id, client_id: order.client_id, client_name: order.client_name, day: null };
  }
  const { clientId, day } = subject;
  const order = await ordersOf(db, dispatcher)
    .where('orders.client_id', '=', clientId)
    .where('orders.date', '=', day)
    .orderBy('orders.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!order) throw new Refusal('unprocessable', 'Ese cliente no tiene órdenes de ese día', undefined, 'subject.day');
  return { order_id: null, client_id: clientId, client_name: order.client_name, day };
}

/** @returns the ids of the orders that a new link shows. */
async function shownBy(
  db: Database,
  dispatcher: Dispatcher,
  link: { order_id: number | null; client_id: string | null; day: string | null },
): Promise<string[]> {
  if (link.order_id !== null) return [String(link.order_id)];
  const rows = await db
    .selectFrom('orders')
    .select('orders.id')
    .where(inOffice(dispatcher, 'orders'))
    .where('orders.client_id', '=', link.client_id)
    .where('orders.date', '=', link.day ?? '')
    .limit(MAX_GUEST_ORDERS)
    .execute();
  return rows.map(({ id }) => String(id));
}

/**
 * Creates a link with which people without an account see an order, or a client's day. Its secret is returned once.
 * @throws Refusal conflict if the office has too many valid links.
 */
export async function createGuestLink(
  { db, clock, ordersRead }: Pick<InsightServices, 'db' | 'clock' | 'ordersRead'>,
  dispatcher: Dispatcher,
  { subject, days }: { subject: GuestLinkSubject; days: number },
): Promise<NewGuestLink> {
  const { companyId, officeId, username, user } = dispatcher;
  const now = clock();
  const secret = newSecret();
  // A person who shares orders can read them through the link, so they count as read.
  await ordersRead.requireLeft(dispatcher, now);
  const row = await transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    const columns = await subjectColumns(trx, dispatcher, subject);
    await forgetExpired(trx, dispatcher, now);
    const live = await countRows(linksOf(trx, dispatcher, now));
    requireRoom('guest links', live);
    await countChanges(trx, dispatcher, 1, now);
    const link = await trx
      .insertInto('guest_links')
      .values({
        company_id: companyId,
        office_id: officeId,
        secret_hash: secretHash(secret),
        ...columns,
        created_at: now,
        expires_at: new Date(now.getTime() + days * DAY_MS),
        by_username: username,
        by_user: user,
        author_id: await authorOf(trx, dispatcher),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await addAct(trx, link, { what: 'compartida', at: now, by: user });
    return link;
  });
  ordersRead.add(dispatcher, await shownBy(db, dispatcher, row), now);
  const { code = null } = row.order_id === null ? {} : await requireOrder(db, dispatcher, row.order_id);
  return { fragment: secret, link: toGuestLink({ ...row, code, mayShare: true }, []) };
}
