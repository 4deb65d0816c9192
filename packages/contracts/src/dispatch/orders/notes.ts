import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH } from '../../policy.ts';
import { foldedText } from '../../text.ts';
import { actor, officeEvent, rowInOffice } from '../platform/fields.ts';
import { codesOf } from '../platform/words.ts';

/** «Nota para el repartidor»: the office's message about an order, separate from the order's `note`. */
export const courierNote = z.object({
  id: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  by: actor,
  /** Who read it on the phone, and when; null until then. */
  read: z.nullable(z.object({ at: z.iso.datetime(), courier: z.object({ id: z.string(), name: z.string() }) })),
});

export type CourierNote = z.infer<typeof courierNote>;

export const NOTE_CHANGES = {
  escrita: 'Nota para el repartidor',
  quitada: 'Nota para el repartidor quitada',
  leida: 'Nota leída por el repartidor',
  foto_pedida: 'Foto pedida al repartidor',
  foto_retirada: 'Pedido de foto retirado',
  prueba_aceptada: 'Observaciones dadas por buenas',
  puerta_marcada: 'Puerta marcada por el repartidor',
} as const;

export type NoteChange = keyof typeof NOTE_CHANGES;

/** A note for the courier was written, removed or read, a photo was asked for, or the courier marked the door. */
export const noteChanged = officeEvent('note.changed', {
  what: z.enum(codesOf(NOTE_CHANGES)),
  order: z.object({ id: z.string(), code: z.string() }),
  note: z.object({ id: z.string(), text: z.string() }),
});

export type NoteChanged = z.infer<typeof noteChanged>;

/** Maximum length of a note: it must be readable at a glance. */
export const MAX_NOTE = 300;

export const noteOperations = {
  'notes.write': operation('PUT', '/api/orders/:id/courier-note', {
    summary: 'Escribe o quita la nota para el repartidor de una orden abierta; la misma nota otra vez no cambia nada',
    policy: { ...DISPATCH },
    ...rowInOffice,
    body: z.strictObject({ text: z.nullable(foldedText(MAX_NOTE)) }),
    response: z.object({ note: z.nullable(courierNote) }),
  }),
};
