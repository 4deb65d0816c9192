import { type Evidence } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { evidenceOf, toEvidence } from './evidence-row.ts';

/** @returns the photos of an order, oldest first. @throws Refusal not-found for another office's order. */
export async function listEvidence({ db }: Services, dispatcher: Dispatcher, orderId: number): Promise<Evidence[]> {
  const order = await db
    .selectFrom('order_details')
    .select('id')
    .where('company_id', '=', dispatcher.companyId)
    .where('office_id', '=', dispatcher.officeId)
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) throw notFound();
  const rows = await evidenceOf(db, dispatcher)
    .where('evidence.order_id', '=', orderId)
    .orderBy('evidence.at')
    .orderBy('evidence.id')
    .execute();
  return rows.map(toEvidence);
}
