import { type OrderInput } from '@despacho/contracts/dispatch';
import { localOf } from '../../dispatch/zoned-time.ts';
import { orderDetails } from '../demo-orders.ts';
import { DISPATCHING } from '../demo-couriers.ts';
import { dayAfter } from '../order-story.ts';
import { type Stage } from './stage.ts';

/** Share of new orders for tomorrow; most are for the same day. */
const FOR_TOMORROW = 0.2;

/** @returns a random new order of one of the office's clients. */
export async function arrivingOrder({ services, random, companyId, officeId, timeZone }: Stage): Promise<OrderInput> {
  const now = services.clock();
  const { date: today, time } = localOf(now, timeZone);
  const districts = DISPATCHING.find((office) => office.officeId === officeId)?.districts ?? DISPATCHING[0].districts;
  const clients = await services.db
    .selectFrom('clients')
    .select(['id', 'name', 'phone'])
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .where(
      'ubigeo',
      'in',
      districts.map(({ ubigeo }) => ubigeo),
    ) // prettier-ignore
    .orderBy('id')
    .execute();
  const date = random.happens(FOR_TOMORROW) ? dayAfter(today, 1) : today;
  // Unique per client: no two orders arrive in the same millisecond.
  const told = orderDetails(random, { districts, clients }, now.getTime(), date);
  const { windowFrom, windowTo } = told;
  const late = date === today && windowTo !== null && windowTo <= time;
  return {
    client: { id: told.clientId, name: told.clientName, phone: told.clientPhone },
    recipient: { name: told.recipient, phone: told.phone },
    place: {
      address: told.address,
      reference: told.reference,
      ubigeo: told.ubigeo,
      point: told.approximate ? null : { lat: told.lat, lng: told.lng },
    },
    date,
    window: windowFrom === null || windowTo === null || late ? null : { from: windowFrom, to: windowTo },
    packages: told.packages,
    weightGrams: told.weightGrams,
    clientReference: told.clientReference,
    guide: told.guide,
    note: told.note,
    collectDue: told.collectDue,
    priority: told.priority,
  };
}
