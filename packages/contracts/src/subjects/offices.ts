import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { officeId } from './shared.ts';

export const office = z.strictObject({
  id: officeId,
  name: z.string(),
  timeZone: z.string(),
  /** When its working day turns, `HH:MM`. */
  dayTurnsAt: z.optional(z.string()),
  /** A closed office can be read, but not changed. */
  closed: z.optional(z.literal(true)),
});

export type Office = z.infer<typeof office>;

export const officeOperations = {
  'offices.list': operation('GET', '/api/offices', {
    summary: 'Oficinas que la persona puede mirar: todas las de su empresa para el cargo S, si no la suya',
    policy: { access: 'session' },
    response: z.array(office),
  }),
};
