import {
  type EvidenceRemoved,
  type NoteChanged,
  type OrderChanged,
  type OrderDetail,
} from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { readEvent } from '#platform/events/read-event.ts';
import { type OrderServices } from '../services.ts';
import { findNote, toNote } from './courier-notes.ts';
import { listShares } from './list-shares.ts';
import { toOrder } from './order-row.ts';
import { requireOrder } from './orders-repository.ts';

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
