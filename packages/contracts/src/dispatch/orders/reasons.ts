import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { BULK_BODY, DISPATCH } from '../../policy.ts';
import { line } from '../../text.ts';
import { allDiffer, inOffice, reasonCode } from '../platform/fields.ts';

const reason = z.strictObject({ code: reasonCode, name: line(80) });

export type Reason = z.infer<typeof reason>;

/** Maximum number of reasons per office. */
export const MAX_REASONS = 100;

const catalogue = z.array(reason).check(
  z.minLength(1),
  z.maxLength(MAX_REASONS),
  allDiffer<Reason>('Hay códigos repetidos', ({ code }) => code),
);

export const reasonOperations = {
  'reasons.list': operation('GET', '/api/reasons', {
    summary: 'Motivos de no entrega de una oficina',
    policy: { ...DISPATCH },
    query: inOffice,
    response: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  'reasons.replace': operation('PUT', '/api/reasons', {
    summary: 'Reemplaza los motivos de no entrega de una oficina (cargo S)',
    policy: { ...DISPATCH, charge: 'S', bodyBytes: BULK_BODY },
    query: inOffice,
    body: z.strictObject({ reasons: catalogue }),
    response: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
};
