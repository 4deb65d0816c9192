import {
  emptyFilter,
  GUEST_KINDS,
  type GuestContent,
  type GuestOrder,
  MAX_GUEST_ORDERS,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { filterCondition } from '#orders/order/filter-orders.ts';
import { listReasonsOf } from '#orders/reasons/reasons-repository.ts';
import { type InsightServices } from '../services.ts';
import { type GuestLinkRow } from './guest-links-repository.ts';

/** The orders of a link. */
const ordersOfLink = (db: Database, link: GuestLinkRow, now: Date) => {
  const { orderId, clientId, day } = link;
  const orders = db.selectFrom('orders');
  if (orderId !== null) return orders.where(inOffice(link, 'orders')).where('orders.id', '=', orderId);
  const filter = emptyFilter();
  return orders.where(
    filterCondition(
      link,
      { ...filter, clients: { is: [clientId ?? ''], not: [] }, from: day ?? '', to: day ?? '' },
      now,
    ),
  );
};

type OrdersRow = Awaited<ReturnType<typeof readOrders>>[number];

/** Only the columns that a guest may see, and those needed to find them. */
const readOrders = (db: Database, link: GuestLinkRow, now: Date) =>
  ordersOfLink(db, link, now)
    .select(['id', 'code', 'client_reference', 'ubigeo', 'state', 'attempt', 'reason', 'closed_at'])
    .orderBy('id')
    .limit(MAX_GUEST_ORDERS)
    .execute();

/**
 * Photos of the visits that closed some orders, oldest first. Those of visits that were rejected or not reviewed yet
 * are not shown.
 */
const photosOf = (db: Database, link: GuestLinkRow, orders: readonly number[]) =>
  db
    .selectFrom('evidence')
    .innerJoin('order_progress as progress', (join) =>
      join
        .onRef('progress.office_id', '=', 'evidence.office_id')
        .onRef('progress.order_id', '=', 'evidence.order_id')
        .onRef('progress.attempt', '=', 'evidence.attempt'),
    )
    .leftJoin('field_visits as visits', (join) =>
      join.onRef('visits.office_id', '=', 'evidence.office_id').onRef('visits.visit', '=', 'evidence.visit'),
    )
    .where(inOffice(link, 'evidence'))
    .where(sql<boolean>`evidence.order_id = any(${orders}::bigint[])`)
    .where('evidence.kind', 'in', [...GUEST_KINDS])
    .where('progress.closed_at', 'is not', null)
    .where(sql<boolean>`(visits.state is null or visits.state in ('aplicada', 'aceptada', 'reemplazada'))`);

const readPhotos = (db: Database, link: GuestLinkRow, orders: readonly number[]) =>
  photosOf(db, link, orders)
    .select([
      'evidence.id',
      'evidence.order_id',
      'evidence.kind',
      'evidence.at',
      'evidence.width',
      'evidence.height',
      'evidence.receiver',
    ])
    .orderBy('evidence.at')
    .orderBy('evidence.id')
    .execute();

type PhotoRow = Awaited<ReturnType<typeof readPhotos>>[number];

/** @returns who received each delivered order, by the visit that delivered it. */
async function readReceivers(db: Database, link: GuestLinkRow, orders: readonly number[]) {
  const rows = await db
    .selectFrom('field_visits as visits')
    .innerJoin('order_progress as progress', (join) =>
      join
        .onRef('progress.office_id', '=', 'visits.office_id')
        .onRef('progress.order_id', '=', 'visits.order_id')
        .onRef('progress.attempt', '=', 'visits.attempt')
        .onRef('progress.state', '=', 'visits.to_state'),
    )
    .select(['visits.order_id', 'visits.receiver'])
    .where(inOffice(link, 'visits'))
    .where(sql<boolean>`visits.order_id = any(${orders}::bigint[])`)
    .where('visits.state', 'in', ['aplicada', 'aceptada'])
    .where('visits.to_state', '=', 'entregada')
    .orderBy('visits.id')
    .execute();
  return new Map(rows.map(({ order_id, receiver }) => [order_id, receiver]));
}

/** The signature is the last one that was made; of other kinds all photos count. */
function shownPhotos(photos: readonly PhotoRow[]): PhotoRow[] {
  const signature = photos.findLast(({ kind }) => kind === 'firma');
  return [...photos.filter(({ kind }) => kind !== 'firma'), ...(signature ? [signature] : [])];
}

function toGuestOrder(
  row: OrdersRow,
  photos: readonly PhotoRow[],
  {
    receivers,
    reasons,
  }: { receivers: Awaited<ReturnType<typeof readReceivers>>; reasons: ReadonlyMap<string, string> },
): GuestOrder {
  const byVisit = receivers.get(row.id);
  const receiver = receivers.has(row.id) ? byVisit : photos.findLast((photo) => photo.receiver)?.receiver;
  const isClosed = row.closed_at !== null;
  return {
    code: row.code,
    reference: row.client_reference,
    district: DISTRICTS.of(row.ubigeo)?.name ?? row.ubigeo,
    state: row.state,
    closedAt: row.closed_at?.toISOString() ?? null,
    receiver: row.state === 'entregada' ? (receiver?.name ?? null) : null,
    reason: isClosed && row.reason !== null ? (reasons.get(row.reason) ?? null) : null,
    photos: shownPhotos(photos).map(({ id, kind, at, width, height }) => ({
      id: String(id),
      kind: kind as GuestOrder['photos'][number]['kind'],
      takenAt: at.toISOString(),
      width,
      height,
    })),
  };
}

/** @returns what a link shows now. Erased or expired content is missing. */
export async function readGuestContent(
  { db, clock }: Pick<InsightServices, 'db' | 'clock'>,
  link: GuestLinkRow,
): Promise<GuestContent> {
  const now = clock();
  const rows = await readOrders(db, link, now);
  const ids = rows.map(({ id }) => id);
  const photos = Map.groupBy(await readPhotos(db, link, ids), ({ order_id }) => order_id);
  const receivers = await readReceivers(db, link, ids);
  const reasons = new Map((await listReasonsOf(db, link)).map(({ code, name }) => [code, name]));
  const total =
    rows.length < MAX_GUEST_ORDERS
      ? rows.length
      : (
          await ordersOfLink(db, link, now)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
        ).count;
  return {
    link: String(link.id),
    company: link.company,
    office: link.office,
    timeZone: link.timeZone,
    client: link.clientName,
    day: link.day,
    orders: rows.map((row) => toGuestOrder(row, photos.get(row.id) ?? [], { receivers, reasons })),
    more: total - rows.length,
    expiresAt: link.expiresAt.toISOString(),
    now: now.toISOString(),
  };
}

/** @returns the order of a photo, if a link shows it. */
export async function orderOfPhoto(
  { db, clock }: Pick<InsightServices, 'db' | 'clock'>,
  link: GuestLinkRow,
  photoId: number,
): Promise<number | undefined> {
  const photo = await db
    .selectFrom('evidence')
    .select('order_id')
    .where(inOffice(link))
    .where('id', '=', photoId)
    .executeTakeFirst();
  if (!photo) return undefined;
  const shared = await ordersOfLink(db, link, clock()).select('id').where('id', '=', photo.order_id).executeTakeFirst();
  if (!shared) return undefined;
  const shown = shownPhotos(await readPhotos(db, link, [photo.order_id]));
  return shown.some(({ id }) => id === photoId) ? photo.order_id : undefined;
}
