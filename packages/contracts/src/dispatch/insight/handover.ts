import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, type OperationPolicy } from '../../policy.ts';
import { foldedText } from '../../text.ts';
import { actor, inOffice, rowInOffice } from '../platform/fields.ts';

/** Maximum length of a note to the next shift. */
export const MAX_SHIFT_NOTE = 1000;

/** Notes of the last days that «Relevo» shows. */
export const SHOWN_SHIFT_NOTES = 5;

/** What one shift writes to the next. */
const shiftNote = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  by: actor,
  /** Whether that person may no longer act in the office. */
  authorLeft: z.boolean(),
  text: z.string(),
  /** Who has read it, the first one first. */
  reads: z.array(z.object({ by: actor, at: z.iso.datetime() })),
  /** Whether the caller may still mark it as read: it is somebody else's. */
  mayRead: z.boolean(),
});

export type ShiftNote = z.infer<typeof shiftNote>;

/** The open orders of a courier, or those that nobody carries, due up to today. */
const load = z.object({
  courier: z.nullable(z.object({ id: z.string(), name: z.string() })),
  open: z.int(),
  late: z.int(),
  /** When the next of them is due; null if all are late. */
  next: z.nullable(z.iso.datetime()),
});

const handover = z.object({
  at: z.iso.datetime(),
  /** The newest first. */
  notes: z.array(shiftNote),
  /** Orders without a courier first, then couriers by name. */
  loads: z.array(load),
});

export type Handover = z.infer<typeof handover>;

const WATCH = { ...DISPATCH, access: ['D04'] } as const satisfies OperationPolicy;

/** «Relevo»: the open work and notes for the next shift. */
export const handoverOperations = {
  'handover.read': operation('GET', '/api/handover', {
    summary: 'Relevo: las órdenes abiertas de cada repartidor, lo prometido y las notas entre turnos',
    policy: WATCH,
    query: inOffice,
    response: handover,
  }),
  'handover.write': operation('POST', '/api/handover', {
    summary: 'Deja una nota al siguiente turno',
    policy: { ...DISPATCH, repeatable: true },
    query: inOffice,
    body: z.strictObject({ text: foldedText(MAX_SHIFT_NOTE) }),
    response: shiftNote,
  }),
  'handover.acknowledge': operation('POST', '/api/handover/:id/read', {
    summary: 'Marca como leída la nota de otra persona; repetirlo no cambia nada',
    policy: WATCH,
    ...rowInOffice,
    response: shiftNote,
  }),
};
