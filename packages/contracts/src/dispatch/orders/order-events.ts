import * as z from 'zod/mini';
import { actor, officeEvent } from '../platform/fields.ts';
import { PLACE_DEGREE_CODES, PLACE_ORIGIN_CODES } from './exactness.ts';
import { ORDER_STATE_CODES } from './order-states.ts';
import { payment } from './payments.ts';
import {
  codesOf,
  COURIER_STATE_CODES,
  EVIDENCE_KIND_CODES,
  type EvidenceKind,
  PRIORITY_CODES,
} from '../platform/words.ts';

/** The kinds of changes to an order, with the text shown in the timeline. */
export const ORDER_CHANGES = {
  creada: 'Creada',
  importada: 'Importada',
  duplicada: 'Creada como copia',
  editada: 'Editada',
  ubicada: 'Ubicada',
  reprogramada: 'Reprogramada',
  asignada: 'Asignada',
  reasignada: 'Reasignada',
  desasignada: 'Desasignada',
  reordenada: 'Parada reordenada',
  en_ruta: 'Salió a ruta',
  entregada: 'Entregada',
  no_entregada: 'No entregada',
  nueva_visita: 'Nueva visita',
  en_devolucion: 'En devolución',
  devuelta: 'Devuelta',
  anulada: 'Anulada',
  corregida: 'Cierre corregido',
  visita_aceptada: 'Visita aceptada en revisión',
  visita_rechazada: 'Visita rechazada en revisión',
  deshecha: 'Cambio deshecho',
} as const;

export type OrderChange = keyof typeof ORDER_CHANGES;

/** The changes that create an order. */
export const ORDER_CREATIONS = ['creada', 'importada', 'duplicada'] as const satisfies readonly OrderChange[];

export type OrderCreation = (typeof ORDER_CREATIONS)[number];

export const ORDER_CHANGE_CODES = codesOf(ORDER_CHANGES);

/** All fields of an order that can change. An event contains the changed ones, before and after. */
const orderFields = z.object({
  state: z.enum(ORDER_STATE_CODES),
  attempt: z.int(),
  courierId: z.nullable(z.string()),
  sequence: z.nullable(z.int()),
  /** The working day that the number was given for; null or absent for the order's date. */
  sequenceDay: z.nullable(z.string()),
  /** Whether a person fixed its place in the route; absent in events of earlier versions. */
  pinned: z.boolean(),
  reason: z.nullable(z.string()),
  /** The date that the recipient asked for; absent in events of earlier versions. */
  wanted: z.nullable(z.string()),
  payments: z.array(payment),
  difference: z.nullable(z.string()),
  closedAt: z.nullable(z.iso.datetime()),
  /** The working day that the visit counts in; absent in events of earlier versions. */
  visitDay: z.nullable(z.string()),
  collectDue: z.nullable(z.int()),
  clientId: z.nullable(z.string()),
  clientName: z.string(),
  clientPhone: z.nullable(z.string()),
  recipient: z.string(),
  phone: z.nullable(z.string()),
  address: z.string(),
  reference: z.nullable(z.string()),
  ubigeo: z.string(),
  lat: z.number(),
  lng: z.number(),
  approximate: z.boolean(),
  /** How exactly the place is known, and from what; null or absent if an earlier release placed the order. */
  placeDegree: z.nullable(z.enum(PLACE_DEGREE_CODES)),
  placeSource: z.nullable(z.enum(PLACE_ORIGIN_CODES)),
  /** In meters. */
  placeRadius: z.nullable(z.int()),
  /** Whether visits agree on another place of the same door. */
  placeContested: z.boolean(),
  date: z.string(),
  windowFrom: z.nullable(z.string()),
  windowTo: z.nullable(z.string()),
  packages: z.int(),
  weightGrams: z.int(),
  clientReference: z.nullable(z.string()),
  guide: z.nullable(z.string()),
  note: z.nullable(z.string()),
  priority: z.enum(PRIORITY_CODES),
});

export type OrderFields = z.infer<typeof orderFields>;

const someFields = z.partial(orderFields);

/** An order changed. `batch` groups the changes of one request. */
export const orderChanged = officeEvent('order.changed', {
  batch: z.string(),
  /** The batch that this change undoes. */
  undoes: z.optional(z.string()),
  what: z.enum(ORDER_CHANGE_CODES),
  /** The person's reason for correcting a closing, cancelling an order or deciding about a visit. */
  why: z.optional(z.string()),
  order: z.object({ id: z.string(), code: z.string(), version: z.int() }),
  before: someFields,
  after: someFields,
});

export type OrderChanged = z.infer<typeof orderChanged>;

/** A photo was removed. Its bytes are gone; this event is what remains of it. */
export const evidenceRemoved = officeEvent('evidence.removed', {
  /** With the number of photos left. */
  order: z.object({ id: z.string(), code: z.string(), evidence: z.int() }),
  evidence: z.object({
    id: z.string(),
    kind: z.enum(EVIDENCE_KIND_CODES),
    takenAt: z.iso.datetime(),
    bytes: z.int(),
    sha256: z.string(),
  }),
  /** The person's reason. */
  why: z.string(),
});

export type EvidenceRemoved = z.infer<typeof evidenceRemoved>;

/** The kinds that an office may ask a courier for. A signature cannot be given later. */
export const ASKABLE_KINDS = ['entrega', 'fachada', 'guia', 'incidencia'] as const satisfies readonly EvidenceKind[];

/** «Pedir foto»: a photo that the courier of a closed order still has to take. */
export const photoRequest = z.object({
  kind: z.enum(ASKABLE_KINDS),
  at: z.iso.datetime(),
  by: actor,
  courier: z.object({ id: z.string(), name: z.string() }),
  /** When the photo arrived; null until then. */
  answeredAt: z.nullable(z.iso.datetime()),
});

export type PhotoRequest = z.infer<typeof photoRequest>;

/** What happens with a link, as the history of an order shows it. */
export const SHARE_CHANGES = {
  compartida: 'Constancia compartida',
  abierta: 'Constancia abierta con el enlace',
  anulada: 'Enlace de la constancia anulado',
} as const;

export type ShareChange = keyof typeof SHARE_CHANGES;

/** A link that shows an order was created or ended by a person, or opened: at most one opening in 24 hours. */
export const shareChanged = z.object({
  what: z.enum(codesOf(SHARE_CHANGES)),
  /** The number of the link. */
  link: z.string(),
  at: z.iso.datetime(),
  /** Null for a guest. */
  user: z.nullable(z.string()),
  expiresAt: z.iso.datetime(),
  /** Whether the link shows the client's whole day. */
  isDay: z.boolean(),
});

export type ShareChanged = z.infer<typeof shareChanged>;

const COURIER_CHANGES = {
  creado: 'Creado',
  editado: 'Editado',
  retirado: 'Retirado',
  ausente: 'Marcado ausente',
  presente: 'Marcado presente',
  documentos: 'Documentos cambiados',
} as const;

/** A courier was created, edited or retired, is absent or present on some days, or has other documents. */
export const courierChanged = officeEvent('courier.changed', {
  what: z.enum(codesOf(COURIER_CHANGES)),
  /** Days of an absence, or of its end. */
  days: z.optional(z.object({ from: z.string(), to: z.string() })),
  courier: z.object({
    id: z.string(),
    name: z.string(),
    version: z.int(),
    state: z.enum(COURIER_STATE_CODES),
  }),
});

export type CourierChanged = z.infer<typeof courierChanged>;
