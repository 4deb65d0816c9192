import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { BULK_BODY, DISPATCH } from '../policy.ts';
import { actor, inOffice, rowId } from './fields.ts';
import { MOST_ORDERS } from './words.ts';

/** What somebody is about to do with orders, as others read it: «Ana está asignando esta orden». */
export const DOINGS = { viendo: 'está viendo', editando: 'está editando', asignando: 'está asignando' } as const;

export type Doing = keyof typeof DOINGS;

const doing = z.enum(Object.keys(DOINGS) as [Doing, ...Doing[]]);

/** How long what a person said of themselves holds; say it again before. */
export const PRESENCE_SECONDS = 20;

/** How often to say that it still holds. */
export const PRESENCE_AGAIN_SECONDS = 8;

/** The orders somebody has opened or selected; none says that they let go of them. */
export const presenceBody = z.strictObject({
  doing,
  orders: z.array(rowId).check(z.maxLength(MOST_ORDERS)),
});

/**
 * Told on the stream to the others of the office, without an id: it is never stored, and nobody is told later what they
 * missed. A stream begins with those that hold. It replaces what was told of the same person before.
 */
export const presenceTold = z.object({
  type: z.literal('presence.told'),
  officeId: z.string(),
  actor,
  doing,
  /** None: the person let go of them. */
  orders: z.array(z.string()),
  /** How long it holds from when it is read, unless it is told again. */
  seconds: z.number(),
});

export type PresenceTold = z.infer<typeof presenceTold>;

export const presenceOperations = {
  'presence.tell': operation({
    summary: 'Dice a los demás de la oficina qué órdenes tiene abiertas o seleccionadas quien pregunta',
    method: 'PUT',
    path: '/api/presence',
    policy: { ...DISPATCH, bodyBytes: BULK_BODY, keepsAlive: false },
    params: null,
    query: inOffice,
    body: presenceBody,
    response: z.object({ seconds: z.number() }),
  }),
};
