import {
  type EvidenceRemoved,
  type NoteChanged,
  type OrderChanged,
  type OrderDetail,
  type ShareChanged,
} from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { readEvent } from '#platform/events/read-event.ts';
import { type OrderServices } from '../services.ts';
import { findNote, toNote } from './courier-notes.ts';
import { toOrder } from './order-row.ts';
import { requireOrder } from './orders-repository.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/** Links of an order, and of days, in its history. */
const MAX_SHARES = 200;

/** @returns what happened with the links that show an order, newest first. */
async function listShares(
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

/** More events than an order normally has; upper bounds. Notes cannot displace what happened to the order. */
const MAX_TIMELINE = 500;
const MAX_NOTES = 100;

/** @returns an order with its events, newest first. @throws Refusal not-found for another office's order. */
export async function readOrder({ db }: OrderServices, dispatcher: Dispatcher, id: number): Promise<OrderDetail> {
  const row = await requireOrder(db, dispatcher, id);
  const newest = async <Event extends { type: string }>(type: Event['type'], most: number): Promise<Event[]> => {
    const rows = await db
      .selectFrom('events')
      .select('data')
      .where('office_id', '=', dispatcher.officeId)
      .where('order_id', '=', id)
      .where('type', '=', type)
      .orderBy('position', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ data }) => data as unknown as Event);
  };
  const note = await findNote(db, dispatcher, id);
  return {
    order: toOrder(row),
    courierNote: note ? toNote(note) : null,
    timeline: (await newest<OrderChanged>('order.changed', MAX_TIMELINE)).map(
      (event) => readEvent(event) as OrderChanged,
    ),
    notes: await newest<NoteChanged>('note.changed', MAX_NOTES),
    shares: await listShares(db, dispatcher, row),
    removedPhotos: await newest<EvidenceRemoved>('evidence.removed', MAX_NOTES),
  };
}
