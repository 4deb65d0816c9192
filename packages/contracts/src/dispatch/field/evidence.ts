import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, ORDERS_OR_PHOTOS } from '../../policy.ts';
import { id } from '../../subjects/shared.ts';
import { foldedText } from '../../text.ts';
import { actor, byId, day, inOffice, officeEvent, rowId, rowInOffice, ubigeo } from '../platform/fields.ts';
import { ASKABLE_KINDS, photoRequest } from '../orders/order-events.ts';
import { ORDER_STATE_CODES } from '../orders/order-states.ts';
import { PHOTO_FAULT_CODES } from '../platform/photo-faults.ts';
import { codesOf, EVIDENCE_KIND_CODES, PHOTO_TYPES, VISIT_STATE_CODES } from '../platform/words.ts';

/** The photos that a courier must take, by the result of the visit. */
export const photoRequirements = z.object({
  delivered: z.array(z.enum(EVIDENCE_KIND_CODES)),
  failed: z.array(z.enum(EVIDENCE_KIND_CODES)),
});

export type PhotoRequirements = z.infer<typeof photoRequirements>;

/** Until the office sets its own. */
export const DEFAULT_REQUIREMENTS: PhotoRequirements = { delivered: ['entrega'], failed: [] };

/** Maximum size of an uploaded photo, in bytes: more than a phone's camera makes. */
export const MAX_PHOTO_BYTES = 8 * 1024 * 1024;

/** Fits a stored photo of 2,048 by 2,048 pixels of noise. */
export const PHOTO_ANSWER = 6 * 1024 * 1024;

/** Fits an upload of 8 MB at 1 Mbit/s. */
export const PHOTO_TIME_MS = 120_000;

/** Maximum number of photos of one order. */
export const MAX_ORDER_PHOTOS = 40;

/** Photos in one page of Imagenes. */
export const EVIDENCE_PAGE = 60;

/** The sizes a photo is stored in, by their longest side in pixels. */
export const PHOTO_SIZES = { mini: 320, media: 960, completa: 2048 } as const;

export type PhotoSize = keyof typeof PHOTO_SIZES;

export const photoSize = z.enum(codesOf(PHOTO_SIZES));

/** A photo or signature of a visit. */
const evidence = z.object({
  id: z.string(),
  kind: z.enum(EVIDENCE_KIND_CODES),
  /** The number of the visit, from 1. */
  attempt: z.int(),
  /** The phone's id of the visit, if a courier's phone sent the photo. */
  visit: z.nullable(z.string()),
  /** The state of that visit: a photo of a pending or rejected one is not valid yet, or no longer. */
  visitState: z.nullable(z.enum(VISIT_STATE_CODES)),
  courier: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Who received the order. The document is masked. */
  receiver: z.nullable(
    z.object({ name: z.string(), document: z.nullable(z.string()), relation: z.nullable(z.string()) }),
  ),
  /** When it was taken, corrected by the measured offset of the device's clock. */
  takenAt: z.iso.datetime(),
  arrivedAt: z.iso.datetime(),
  /** Where it was taken, if the device reported it; accuracy in meters. */
  place: z.nullable(z.object({ lat: z.number(), lng: z.number(), accuracy: z.nullable(z.number()) })),
  /** Width of the largest stored size, in pixels. */
  width: z.int(),
  height: z.int(),
  /** Bytes of all stored sizes. */
  bytes: z.int(),
  /** SHA-256 of the file as it was sent, in hex. */
  sha256: z.string(),
  /** The earlier order of the company that has the same file. */
  sameAs: z.nullable(z.object({ code: z.string() })),
  /** The faults found by the checks; absent until the photo is checked. */
  checks: z.optional(
    z.object({
      faults: z.array(z.enum(PHOTO_FAULT_CODES)),
      /** From the address, in meters; null if either place is not known exactly. */
      distance: z.nullable(z.int()),
      /** The earlier order of the office with nearly the same picture. */
      alike: z.nullable(z.object({ code: z.string() })),
      /** Whether somebody accepted the photo, or a newer one replaced it. */
      settled: z.boolean(),
    }),
  ),
  by: actor,
});

export type Evidence = z.infer<typeof evidence>;

/** The facts of an order that Imagenes shows. */
const orderFacts = z.object({
  id: z.string(),
  code: z.string(),
  state: z.enum(ORDER_STATE_CODES),
  client: z.object({ id: z.nullable(z.string()), name: z.string() }),
  recipient: z.string(),
  address: z.string(),
  district: z.object({ ubigeo: z.string(), name: z.string() }),
});

export type PhotoOrder = z.infer<typeof orderFacts>;

/** A photo with the facts of its order. */
const evidenceOfOrder = z.extend(evidence, { order: orderFacts });

export type EvidenceOfOrder = z.infer<typeof evidenceOfOrder>;

/** Filter of Imagenes, as in the page's URL. */
export const evidenceFilterQuery = z.strictObject({
  cliente: z.optional(id),
  repartidor: z.optional(rowId),
  distrito: z.optional(ubigeo),
  tipo: z.optional(z.enum(EVIDENCE_KIND_CODES)),
  desde: z.optional(day),
  hasta: z.optional(day),
  /** `alguna`: photos with any fault that nobody has accepted; otherwise with this one. */
  observacion: z.optional(z.enum(['alguna', ...PHOTO_FAULT_CODES])),
});

export type EvidenceFilter = z.infer<typeof evidenceFilterQuery>;

const evidencePage = z.object({
  /** Newest first; grouped by order, each from its first photo to its last. */
  photos: z.array(evidenceOfOrder),
  /** The cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
});

export type EvidencePage = z.infer<typeof evidencePage>;

/** Without days, the missing proofs of the last week are listed; with them, of at most this many days. */
export const MISSING_DAYS = { usual: 7, most: 31 } as const;

/** A closed order without a photo that the office requires. */
const missingProof = z.object({
  order: orderFacts,
  courier: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The working day of the visit, and when it was closed. */
  day: z.string(),
  closedAt: z.iso.datetime(),
  /** The required photos that are missing. */
  missing: z.array(z.enum(EVIDENCE_KIND_CODES)),
  /** How many photos it has. */
  evidence: z.int(),
});

export type MissingProof = z.infer<typeof missingProof>;

const missingPage = z.object({
  /** The first and the last day searched. */
  from: z.string(),
  to: z.string(),
  /** By working day, newest first. */
  orders: z.array(missingProof),
  next: z.nullable(z.string()),
});

export type MissingPage = z.infer<typeof missingPage>;

/** Maximum length of the reason for removing a photo. */
export const MAX_REMOVAL_REASON = 200;

/** A photo was added to an order. */
export const evidenceAdded = officeEvent('evidence.added', {
  /** With its number of photos. */
  order: z.object({ id: z.string(), code: z.string(), evidence: z.int() }),
  evidence: z.object({ id: z.string(), kind: z.enum(EVIDENCE_KIND_CODES) }),
});

export type EvidenceAdded = z.infer<typeof evidenceAdded>;

/** Photos and signatures of visits. */
export const evidenceOperations = {
  'evidence.list': operation('GET', '/api/orders/:id/evidence', {
    summary: 'Las fotos y firmas de una orden, de la primera a la última',
    policy: ORDERS_OR_PHOTOS,
    ...rowInOffice,
    response: z.array(evidence),
  }),
  'evidence.add': operation('POST', '/api/orders/:id/evidence', {
    summary: 'Agrega una foto a una orden; la misma foto en la misma orden no se repite',
    policy: { ...DISPATCH, repeatable: true, bodyBytes: MAX_PHOTO_BYTES, timeMs: PHOTO_TIME_MS },
    params: byId,
    query: z.strictObject({ ...inOffice.shape, kind: z.enum(EVIDENCE_KIND_CODES) }),
    upload: PHOTO_TYPES,
    response: evidence,
  }),
  'evidence.ask': operation('PUT', '/api/orders/:id/photo-request', {
    summary:
      'Pide una foto al repartidor que cerró la orden, o retira el pedido; el mismo pedido otra vez no cambia nada',
    policy: { ...DISPATCH },
    ...rowInOffice,
    body: z.strictObject({ kind: z.nullable(z.enum(ASKABLE_KINDS)) }),
    response: z.object({ request: z.nullable(photoRequest) }),
  }),
  'evidence.settle': operation('PUT', '/api/orders/:id/photo-checks', {
    summary: 'Da por buenas las fotos y las visitas de una orden con observaciones, hasta las últimas que se vieron',
    policy: { ...DISPATCH },
    ...rowInOffice,
    body: z.strictObject({
      /** The last photo and the last visit that the person saw; null without one. */
      photo: z.nullable(rowId),
      visit: z.nullable(rowId),
    }),
    response: z.object({}),
  }),
  'evidence.page': operation('GET', '/api/evidence', {
    summary: 'Las fotos de una oficina, de la más nueva a la más antigua, por páginas',
    policy: { ...DISPATCH, access: ['T02'] },
    query: z.strictObject({
      ...inOffice.shape,
      ...evidenceFilterQuery.shape,
      /** Groups the photos by order. */
      vista: z.optional(z.literal('orden')),
      /** Milliseconds and id of the last photo, or of the newest photo of the last order. */
      cursor: z.optional(z.string().check(z.regex(/^\d{13}-[1-9]\d{0,14}$/))),
    }),
    response: evidencePage,
  }),
  'evidence.missing': operation('GET', '/api/evidence/missing', {
    summary: 'Las órdenes cerradas a las que les falta una foto que la oficina pide, por páginas; a lo más 31 días',
    policy: { ...DISPATCH, access: ['T02'] },
    query: z.strictObject({
      ...inOffice.shape,
      // Checks concern existing photos only.
      ...z.omit(evidenceFilterQuery, { observacion: true }).shape,
      /** Working day and id of the last order. */
      cursor: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}_[1-9]\d{0,14}$/))),
    }),
    response: missingPage,
  }),
  'evidence.remove': operation('POST', '/api/evidence/:id/remove', {
    summary: 'Elimina una foto con su motivo, que queda en el historial (cargo S); no se puede deshacer',
    policy: { ...ORDERS_OR_PHOTOS, charge: 'S', repeatable: true, inClosedOffice: true },
    ...rowInOffice,
    body: z.strictObject({ why: foldedText(MAX_REMOVAL_REASON) }),
    response: z.object({ order: z.object({ id: z.string(), code: z.string(), evidence: z.int() }) }),
  }),
  'evidence.file': operation('GET', '/api/evidence/:id/file', {
    summary: 'Muestra una foto en un tamaño; con `descarga`, como archivo',
    policy: { ...ORDERS_OR_PHOTOS, answerBytes: PHOTO_ANSWER, timeMs: PHOTO_TIME_MS, keepsAlive: false },
    params: byId,
    query: z.strictObject({ ...inOffice.shape, medida: z.optional(photoSize), descarga: z.optional(z.literal('1')) }),
    response: { stream: 'image/*', file: ['image/jpeg', 'image/webp'], inline: true },
  }),
};
