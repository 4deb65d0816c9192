import {
  type EvidenceRemoved,
  type NoteChanged,
  type OrderChanged,
  type OrderDetail,
} from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { readEvent } from '../events/read-event.ts';
import { type Services } from '../services.ts';
import { findNote, toNote } from './courier-notes.ts';
import { listShares } from './list-shares.ts';
import { toOrder } from './order-row.ts';
import { requireOrder } from './orders-repository.ts';

/** More events than an order normally has; an upper bound. */
const MAX_TIMELINE = 500;

/** @returns an order with its events, newest first. @throws Refusal not-found for another office's order. */
export async function readOrder({ db }: Services, dispatcher: Dispatcher, id: number): Promise<OrderDetail> {
  const row = await requireOrder(db, dispatcher, id);
  const events = await db
    .selectFrom('events')
    .select('data')
    .where('office_id', '=', dispatcher.officeId)
    .where('order_id', '=', id)
    .orderBy('position', 'desc')
    .limit(MAX_TIMELINE)
    .execute();
  const note = await findNote(db, dispatcher, id);
  const all = events.map(({ data }) => data as unknown as OrderChanged | NoteChanged | EvidenceRemoved);
  return {
    order: toOrder(row),
    courierNote: note ? toNote(note) : null,
    timeline: all.filter((event) => event.type === 'order.changed').map((event) => readEvent(event) as OrderChanged),
    notes: all.filter((event) => event.type === 'note.changed'),
    shares: await listShares(db, dispatcher, row),
    removedPhotos: all.filter((event) => event.type === 'evidence.removed'),
  };
}
