import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { type OperationPolicy } from '../../policy.ts';
import { inOffice } from '../platform/fields.ts';

/** The steps of a new office until its first delivery, in the usual order. */
export const FIRST_DAY_STEPS = ['office', 'people', 'clients', 'couriers', 'order', 'phone', 'delivery'] as const;

export type FirstDayStep = (typeof FIRST_DAY_STEPS)[number];

const firstDay = z.object({
  /** The steps whose data exists. Nothing is stored about them. */
  done: z.array(z.enum(FIRST_DAY_STEPS)),
  /** Whether somebody with charge S has hidden the guide in this office. */
  skipped: z.boolean(),
});

export type FirstDay = z.infer<typeof firstDay>;

const CHARGE_S = {
  access: 'session',
  charge: 'S',
  directory: true,
  office: { in: 'query', name: 'officeId' },
} as const satisfies OperationPolicy;

export const firstDayOperations = {
  'firstDay.read': operation('GET', '/api/first-day', {
    summary: 'Qué le falta a una oficina para su primera entrega (cargo S)',
    policy: { ...CHARGE_S, keepsAlive: false },
    query: inOffice,
    response: firstDay,
  }),
  'firstDay.skip': operation('PUT', '/api/first-day', {
    summary: 'Oculta la guía del primer día en una oficina, o vuelve a mostrarla (cargo S)',
    policy: { ...CHARGE_S, inClosedOffice: true },
    query: inOffice,
    body: z.strictObject({ skipped: z.boolean() }),
    response: firstDay,
  }),
};
