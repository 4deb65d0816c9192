import { type FieldDoor } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { learnDoor } from '#orders/locating/learn-doors.ts';
import { noteEvent } from '#orders/order/courier-notes.ts';
import { ERASED } from '#platform/erased.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { workingDayOf } from '#work/days/working-days.ts';
import { type FieldServices } from '../services.ts';
import { actingCourier } from './field-caller.ts';
import { requireOwn } from './own-order.ts';
import { act, MAX_OTHER_ACTS, serverTime } from './run-day.ts';

/**
 * «La puerta es aquí»: stores where a courier says that the door of a stop is, in place of an earlier mark. It counts
 * once the stop is closed, as the place of that visit; the order itself does not change. One of a stop that is no longer
 * the courier's, or was closed before, is ignored: a phone without a signal cannot know.
 * @throws Refusal unprocessable for an order that was never the courier's; as `act` does.
 */
export async function markDoor(
  services: FieldServices,
  phone: Phone,
  { id, order: orderId, attempt, place, ...time }: FieldDoor,
): Promise<Record<string, never>> {
  const now = services.clock();
  const { companyId, officeId, courierId } = phone;
  const at = serverTime(time, now);
  const dayOf = (trx: FieldServices['db']) => workingDayOf(trx, phone, { courierId, at });
  await act(services, phone, { id, dayOf, most: MAX_OTHER_ACTS }, async (trx, { day }) => {
    const order = await requireOwn(trx, phone, Number(orderId));
    const { closed_at: closedAt, created_at: createdAt } = order;
    const isStale = order.courier_id !== courierId || order.attempt !== attempt || (closedAt !== null && at > closedAt);
    // As for visits: the clock of the phone is of no use.
    const isImpossible = at < createdAt;
    // One that arrives after its recipient was erased must not bring the place back.
    if (isStale || isImpossible || order.recipient === ERASED) return;
    const mark = { courier_id: courierId, attempt, ...place, at, day };
    const stored = await trx
      .insertInto('door_marks')
      .values({ company_id: companyId, office_id: officeId, order_id: order.id, ...mark })
      .onConflict((conflict) =>
        conflict
          .columns(['office_id', 'order_id'])
          .doUpdateSet(mark)
          .where(sql<boolean>`(door_marks.attempt, door_marks.at) <= (excluded.attempt, excluded.at)`),
      )
      .returning('order_id')
      .executeTakeFirst();
    // An earlier one that arrives late.
    if (!stored) return;
    const text = `Exactitud: ${Math.ceil(place.accuracy)} m`;
    const note = { id: order.id, orderId: order.id, text };
    await appendEvent(
      trx,
      companyId,
      noteEvent(actingCourier(phone), { note, code: order.code, what: 'puerta_marcada', now }),
    );
    // Its visit has arrived before it.
    if (closedAt) await learnDoor({ db: trx, config: services.config }, phone, order, now);
  });
  return {};
}
