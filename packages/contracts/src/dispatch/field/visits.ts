import * as z from 'zod/mini';
import { foldedText } from '../../text.ts';
import { outcomeRules } from '../orders/closings.ts';
import { MAX_ORDER_PHOTOS } from './evidence.ts';
import { day, latitude, longitude, reasonCode, rowId, version } from '../platform/fields.ts';
import { ORDER_STATE_CODES, REACHED_BY_CLOSE } from '../orders/order-states.ts';
import { difference, payment, payments } from '../orders/payments.ts';
import { PHOTO_FAULT_CODES } from '../platform/photo-faults.ts';
import {
  codesOf,
  EVIDENCE_KIND_CODES,
  IDENTITY_DOCUMENT,
  MAX_DOCUMENT,
  MIN_DOCUMENT,
  PICTURE_MARK_CODES,
  VISIT_STATE_CODES,
} from '../platform/words.ts';

/** A courier may correct a closing this long after it, by the clock of the phone. */
export const CORRECTABLE_MINUTES = 5;

/** The receiver's relation to the recipient. */
export const RELATIONS = {
  titular: 'El destinatario',
  familiar: 'Familiar',
  companero: 'Compañero de trabajo',
  vigilancia: 'Vigilancia o portería',
  vecino: 'Vecino',
  otro: 'Otra persona',
} as const;

export type Relation = keyof typeof RELATIONS;

const identityDocument = z
  .string()
  .check(
    z.minLength(MIN_DOCUMENT),
    z.maxLength(MAX_DOCUMENT),
    z.regex(IDENTITY_DOCUMENT, 'Escriba las 8 cifras del DNI, o hasta 12 caracteres de otro documento'),
  );

const receiver = z.strictObject({
  name: foldedText(100),
  document: z.optional(identityDocument),
  relation: z.optional(z.enum(codesOf(RELATIONS))),
});

/** A time by the clock of a phone, which may be wrong by decades. */
export const deviceTime = z.iso
  .datetime()
  .check(z.refine((at) => at >= '1900' && at < '2200', 'Esa hora no es posible'));

/** The server's clock minus the device's, in ms; null if it was never measured. Up to 130 years. */
export const clockOffset = z.nullable(z.int().check(z.minimum(-4.1e12), z.maximum(4.1e12)));

/** Where a phone was; accuracy in meters. */
export const devicePlace = z.nullable(
  z.strictObject({
    lat: latitude,
    lng: longitude,
    accuracy: z.nullable(z.number().check(z.minimum(0), z.maximum(1e7))),
  }),
);

/** A phone's data about a visit. Everything but the visit itself is optional, so that none is refused for it. */
const visitFacts = {
  /** Made by the phone, unique forever: a repetition returns the first result. */
  id: z.uuid(),
  order: rowId,
  attempt: z.int().check(z.minimum(1), z.maximum(10_000)),
  /** The state of the order on the phone. */
  version,
  to: z.enum(REACHED_BY_CLOSE),
  reason: z.optional(reasonCode),
  /** The date that the recipient asked for instead. */
  wanted: z.optional(day),
  payments: z.optional(payments),
  difference: z.optional(difference),
  at: deviceTime,
  clockOffsetMs: z.optional(clockOffset),
  place: z.optional(devicePlace),
  receiver: z.optional(z.nullable(receiver)),
  /** The earlier visit of this phone that this one corrects. */
  corrects: z.optional(z.uuid()),
  /** Shared by visits that one confirmation closed at one door: they have the same photos and signature. */
  door: z.optional(z.uuid()),
};

/** A visit, as the phone recorded it. */
export const visitBody = z
  .strictObject({
    ...visitFacts,
    /** Photos that will follow. */
    photos: z.optional(
      z.array(z.strictObject({ id: z.uuid(), kind: z.enum(EVIDENCE_KIND_CODES) })).check(z.maxLength(MAX_ORDER_PHOTOS)),
    ),
  })
  .check(...outcomeRules);

export type VisitBody = z.infer<typeof visitBody>;

/** The facts of a visit that the phone could not send as a visit. */
export const reportedVisit = z.strictObject(visitFacts).check(...outcomeRules);

/** Why the office must review a visit, with the text shown. */
export const REVIEW_REASONS = {
  reasignada: 'La orden ya era de otro repartidor',
  desasignada: 'La orden ya no tenía repartidor',
  anulada: 'La orden ya estaba anulada',
  cerrada: 'La orden ya estaba cerrada',
  otra_visita: 'La orden ya iba por otra visita',
  cobro: 'El cobro no corresponde a lo debido',
  motivo: 'El motivo no está en el catálogo de la oficina',
  cambiada: 'La oficina cambió el cierre antes de la corrección',
  dia_confirmado: 'El cierre del día ya estaba confirmado',
  tarde: 'La corrección se hizo más de 5 minutos después',
  no_registrada: 'El teléfono no pudo registrarla y la mostró sin fotos',
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;

export const REVIEW_REASON_CODES = codesOf(REVIEW_REASONS);

/** The result of a visit, the same for each repetition. */
export const visitAnswer = z.object({
  id: z.string(),
  /** `review`: stored, and the office decides about it. */
  result: z.enum(['applied', 'review']),
  /** The order after the visit. */
  order: z.object({ id: z.string(), state: z.enum(ORDER_STATE_CODES), version: z.int() }),
  why: z.nullable(z.enum(REVIEW_REASON_CODES)),
  /** The text for the courier; null if the visit was applied. */
  message: z.nullable(z.string()),
});

export type VisitAnswer = z.infer<typeof visitAnswer>;

/** A visit as the office sees it. */
export const visit = z.object({
  /** Number of the visit in the service. */
  id: z.string(),
  /** The id that the phone made. */
  visit: z.string(),
  state: z.enum(VISIT_STATE_CODES),
  why: z.nullable(z.enum(REVIEW_REASON_CODES)),
  courier: z.object({ id: z.string(), name: z.string() }),
  attempt: z.int(),
  to: z.enum(REACHED_BY_CLOSE),
  reason: z.nullable(z.string()),
  /** The date that the recipient asked for instead. */
  wanted: z.optional(z.string()),
  payments: z.array(payment),
  difference: z.nullable(z.string()),
  /** When it took place, corrected by the measured offset of the device's clock. */
  at: z.iso.datetime(),
  /** True if the device's time was impossible: `at` is then when it arrived. */
  doubtfulTime: z.boolean(),
  /** By the clock of the device. */
  deviceAt: z.iso.datetime(),
  clockOffsetMs: z.nullable(z.number()),
  arrivedAt: z.iso.datetime(),
  place: z.nullable(z.object({ lat: z.number(), lng: z.number(), accuracy: z.nullable(z.number()) })),
  /** True if `place` is far from the order's district and the office's province, or in another country. */
  doubtfulPlace: z.optional(z.boolean()),
  /** From the address of the order, in meters. */
  distance: z.nullable(z.int()),
  /** The document is masked. */
  receiver: z.nullable(
    z.object({ name: z.string(), document: z.nullable(z.string()), relation: z.nullable(z.string()) }),
  ),
  photos: z.array(z.object({ id: z.string(), kind: z.enum(EVIDENCE_KIND_CODES) })),
  /** Whether it corrects an earlier visit. */
  corrects: z.boolean(),
  /** The faults of its pictures, until the office has seen them. */
  pictureMarks: z.optional(z.array(z.enum(PICTURE_MARK_CODES))),
  /** The faults of the closing itself, until somebody accepts them. */
  faults: z.optional(z.array(z.enum(PHOTO_FAULT_CODES))),
});

export type Visit = z.infer<typeof visit>;
