import { addDays, type OrderInput } from '@despacho/contracts/dispatch';
import { type OfficeTime } from '#platform/dispatch/working-day.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { type Services } from '../../services.ts';
import { type Random } from '../random.ts';
import { orderDetails } from '../demo-orders.ts';
import { DISPATCHING } from '../demo-couriers.ts';

/** An office of the demonstration, with what its next action needs. */
export interface Stage extends OfficeTime {
  services: Services;
  random: Random;
  companyId: string;
  officeId: string;
}

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
  const date = random.happens(FOR_TOMORROW) ? addDays(today, 1) : today;
  // Unique per client: no two orders arrive in the same millisecond.
  const { order: details } = orderDetails(random, { districts, clients }, now.getTime(), date);
  const { windowFrom, windowTo } = details;
  const late = date === today && windowTo !== null && windowTo <= time;
  return {
    client: { id: details.clientId, name: details.clientName, phone: details.clientPhone },
    recipient: { name: details.recipient, phone: details.phone },
    place: {
      address: details.address,
      reference: details.reference,
      ubigeo: details.ubigeo,
      point: details.approximate ? null : { lat: details.lat, lng: details.lng },
    },
    date,
    window: windowFrom === null || windowTo === null || late ? null : { from: windowFrom, to: windowTo },
    packages: details.packages,
    weightGrams: details.weightGrams,
    clientReference: details.clientReference,
    guide: details.guide,
    note: details.note,
    collectDue: details.collectDue,
    priority: details.priority,
  };
}
