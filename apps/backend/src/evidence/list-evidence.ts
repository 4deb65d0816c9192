import { type Evidence } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { evidenceOf, toEvidence } from './evidence-row.ts';
import { inOffice } from '../database/in-office.ts';

/** @returns the photos of an order, oldest first. @throws Refusal not-found for another office's order. */
export async function listEvidence({ db }: Services, dispatcher: Dispatcher, orderId: number): Promise<Evidence[]> {
  await db
    .selectFrom('order_details')
    .select('id')
    .where(inOffice(dispatcher))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow(notFound);
  const rows = await evidenceOf(db, dispatcher)
    .where('evidence.order_id', '=', orderId)
    .orderBy('evidence.at')
    .orderBy('evidence.id')
    .execute();
  return rows.map(toEvidence);
}
