import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { day, inOffice, rowId } from '../platform/fields.ts';

/** How near a stop's place a courier has arrived, in meters: what an office may set, and the default. */
export const ARRIVAL_RADIUS = { least: 30, most: 500, standard: 100 } as const;

/** A stay of a courier at the place of a stop, computed from positions: late ones may still correct it. */
const arrival = z.object({
  orderId: z.string(),
  courierId: z.string(),
  at: z.iso.datetime(),
  /** The last position there: until when the courier certainly was there. */
  until: z.iso.datetime(),
  /** The first position elsewhere. Null if there was none soon after: the courier is still there, or sent none. */
  left: z.nullable(z.iso.datetime()),
});

export type Arrival = z.infer<typeof arrival>;

/** Arrivals in an answer: an order has a few, a courier's day some for each stop. */
export const MAX_ARRIVALS = 2000;

/** Arrivals of these couriers changed. Has no id: it is never replayed, and pages that show arrivals read them again. */
export const arrivalsChanged = z.object({
  type: z.literal('arrivals.changed'),
  officeId: z.string(),
  courierIds: z.array(z.string()),
});

export type ArrivalsChanged = z.infer<typeof arrivalsChanged>;

export const arrivalOperations = {
  'arrivals.list': operation('GET', '/api/arrivals', {
    summary:
      'Llegadas a los lugares de entrega, calculadas de las posiciones: de una orden, o del día de un repartidor',
    policy: { access: ['M01'], office: { in: 'query', name: 'officeId' } },
    query: z
      .strictObject({
        officeId: inOffice.shape.officeId,
        orden: z.optional(rowId),
        repartidor: z.optional(rowId),
        dia: z.optional(day),
      })
      .check(
        z.refine(
          ({ orden, repartidor, dia }) =>
            orden === undefined ? repartidor !== undefined && dia !== undefined : (repartidor ?? dia) === undefined,
          'Indique una orden, o un repartidor y un día',
        ),
      ),
    /** By time. */
    response: z.array(arrival),
  }),
};
