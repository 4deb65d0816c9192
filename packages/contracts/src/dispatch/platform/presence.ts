import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { BULK_BODY, DISPATCH } from '../../policy.ts';
import { actor, inOffice, rowId } from './fields.ts';
import { codesOf, MAX_ORDERS } from './words.ts';

/** A person's activity on orders, as shown to colleagues: «Ana está asignando esta orden». */
export const PRESENCE_ACTIVITIES = {
  viendo: 'está viendo',
  editando: 'está editando',
  asignando: 'está asignando',
} as const;

export type PresenceActivity = keyof typeof PRESENCE_ACTIVITIES;

const doing = z.enum(codesOf(PRESENCE_ACTIVITIES));

/** How long a presence report is valid, in seconds. Report again before. */
export const PRESENCE_SECONDS = 20;

/** How often to repeat a presence report, in seconds. */
export const PRESENCE_AGAIN_SECONDS = 8;

/** The orders somebody has opened or selected; an empty list clears the presence. */
const presenceBody = z.strictObject({
  doing,
  orders: z.array(rowId).check(z.maxLength(MAX_ORDERS)),
});

/**
 * Sent on the stream to the others of the office. It has no id because it is never stored or replayed. A new stream
 * starts with the current reports. Each report replaces the previous one of the same person.
 */
export const presenceReport = z.object({
  type: z.literal('presence.told'),
  officeId: z.string(),
  actor,
  doing,
  /** Empty when the person has cleared their presence. */
  orders: z.array(z.string()),
  /** How long the report is valid after receipt, in seconds, unless it is repeated. */
  seconds: z.number(),
});

export type PresenceReport = z.infer<typeof presenceReport>;

export const presenceOperations = {
  'presence.tell': operation('PUT', '/api/presence', {
    summary: 'Dice a los demás de la oficina qué órdenes tiene abiertas o seleccionadas quien pregunta',
    policy: { ...DISPATCH, bodyBytes: BULK_BODY, keepsAlive: false, inClosedOffice: true },
    query: inOffice,
    body: presenceBody,
    response: z.object({ seconds: z.number() }),
  }),
};
