import { transact } from '#platform/database/transact.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { noteEvent, notesOf } from '#orders/order/courier-notes.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { findOrder } from '#orders/order/orders-repository.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { type FieldServices } from '../services.ts';
import { actingCourier } from './field-caller.ts';
import { inOffice } from '#platform/database/in-office.ts';

/**
 * Marks a note as read by the courier who has its order. After a reassignment, the next courier reads it again.
 * @returns when it was first read; null if there is no such note in the courier's route, whatever the reason.
 */
export async function readNote(
  { db, clock, feed }: FieldServices,
  phone: Phone,
  id: number,
): Promise<{ readAt: string | null }> {
  const { companyId, officeId, courierId } = phone;
  const { readAt, isNew } = await transact(db, async (trx) => {
    await lockOffice(trx, phone);
    const note = await notesOf(trx, phone).where('notes.id', '=', id).executeTakeFirst();
    const order = note && (await findOrder(trx, phone, note.orderId));
    if (order?.courier_id !== courierId) return { readAt: null, isNew: false };
    if (note?.readBy === courierId) return { readAt: note.readAt, isNew: false };
    const now = clock();
    await trx
      .updateTable('courier_notes')
      .set({ read_at: now, read_by: courierId })
      .where(inOffice(phone))
      .where('id', '=', id)
      .execute();
    if (note)
      await appendEvent(
        trx,
        companyId,
        noteEvent(actingCourier(phone), { note, code: order.code, what: 'leida', now }),
      );
    return { readAt: now, isNew: true };
  });
  if (isNew) feed.nudge(officeId);
  return { readAt: readAt?.toISOString() ?? null };
}
