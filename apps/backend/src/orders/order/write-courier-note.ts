import { type CourierNote, OPEN_STATES, type OrderState } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { requireOrder } from './orders-repository.ts';
import { conflict } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { findNote, noteEvent, toNote } from './courier-notes.ts';
import { inOffice } from '#platform/database/in-office.ts';

/**
 * Writes the note for the courier of an open order in place of the previous one, or removes it. The same text again
 * changes nothing, so that it stays read. The order's version does not change, so open edits of the order stay valid.
 * @throws Refusal not-found for another office's order, conflict for a closed one.
 */
export async function writeCourierNote(
  { db, clock, feed }: OrderServices,
  dispatcher: Dispatcher,
  orderId: number,
  text: string | null,
): Promise<{ note: CourierNote | null }> {
  const { companyId, officeId, username, user } = dispatcher;
  const now = clock();
  const { row, isNew } = await transact(
    db,
    async (trx) => {
      await lockOffice(trx, dispatcher);
      const order = await requireOrder(trx, dispatcher, orderId);
      const before = await findNote(trx, dispatcher, orderId);
      if ((before?.text ?? null) === text) return { row: before, isNew: false };
      if (!(OPEN_STATES as readonly OrderState[]).includes(order.state))
        throw conflict('La visita ya se cerró: el repartidor no vería la nota');
      await trx.deleteFrom('courier_notes').where(inOffice(dispatcher)).where('order_id', '=', orderId).execute();
      if (text !== null)
        await trx
          .insertInto('courier_notes')
          .values({
            company_id: companyId,
            office_id: officeId,
            order_id: orderId,
            text,
            at: now,
            by_username: username,
            by_user: user,
            read_at: null,
            read_by: null,
          })
          .execute();
      const after = await findNote(trx, dispatcher, orderId);
      const note = after ?? before;
      if (note)
        await appendEvent(
          trx,
          companyId,
          noteEvent(dispatcher, { note, code: order.code, what: after ? 'escrita' : 'quitada', now }),
        );
      return { row: after, isNew: true };
    },
    { repeatable: true },
  );
  if (isNew) feed.nudge(officeId);
  return { note: row ? toNote(row) : null };
}
