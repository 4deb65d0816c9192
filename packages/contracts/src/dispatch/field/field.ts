import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { BULK_BODY, LIST_ANSWER } from '../../policy.ts';
import { photoRequirements } from './evidence.ts';
import { byId, day, allDiffer, latitude, linkSecret, longitude, rowId } from '../platform/fields.ts';
import { ORDER_STATE_CODES } from '../orders/order-states.ts';
import { payment } from '../orders/payments.ts';
import { mapArea } from '../platform/map-area.ts';
import { photoUploadOperations } from './photo-uploads.ts';
import { positionsBody, positionsReceipt } from '../fleet/positions.ts';
import { REACHED_BY_CLOSE } from '../orders/order-states.ts';
import { clockOffset, deviceTime, reportedVisit, visitAnswer, visitBody } from './visits.ts';
import { DOOR_ACCURACY, EVIDENCE_KIND_CODES, PRIORITY_CODES } from '../platform/words.ts';

/** Minutes until an unused link expires. */
export const LINK_MINUTES = 30;
/** A link is void after this many wrong codes: guessing one of 10,000 succeeds with a probability of 1 in 2,000. */
export const MAX_WRONG_CODES = 5;
/** A phone's session ends after this many days without a request, and this many days after it was connected. */
export const PHONE_IDLE_DAYS = 7;
export const PHONE_ABSOLUTE_DAYS = 30;

/** The courier and office that a link connects a phone to. */
const enrolment = z.object({
  courier: z.string(),
  office: z.string(),
  expiresAt: z.iso.datetime(),
});

export type Enrolment = z.infer<typeof enrolment>;

/** The session of a courier's phone. */
export const fieldSession = z.object({
  courier: z.string(),
  /** Shows the phone whether the same courier is connected again. */
  courierId: z.string(),
  office: z.string(),
  timeZone: z.string(),
  device: z.string(),
  connectedAt: z.iso.datetime(),
  /** The absolute end. */
  endsAt: z.iso.datetime(),
  /** The server's clock, to measure the offset of the device's. */
  now: z.iso.datetime(),
});

export type FieldSession = z.infer<typeof fieldSession>;

/** An order as its courier sees it: only what the visit needs. */
const fieldStop = z.object({
  id: z.string(),
  code: z.string(),
  version: z.int(),
  state: z.enum(ORDER_STATE_CODES),
  attempt: z.int(),
  sequence: z.nullable(z.int()),
  /** What the label of a parcel may show instead of the code: its client's own reference, and its «guía de remisión». */
  clientReference: z.optional(z.string()),
  guide: z.optional(z.string()),
  /** The sender's name. */
  client: z.string(),
  recipient: z.object({ name: z.string(), phone: z.nullable(z.string()) }),
  place: z.object({
    address: z.string(),
    reference: z.nullable(z.string()),
    district: z.string(),
    lat: z.number(),
    lng: z.number(),
    /** True if the coordinates are the district's centre. */
    approximate: z.boolean(),
  }),
  window: z.nullable(z.object({ from: z.string(), to: z.string() })),
  dueAt: z.iso.datetime(),
  packages: z.int(),
  /** The day it is to be visited. */
  date: z.optional(z.string()),
  /** In céntimos; null if nothing is to be collected. */
  collectDue: z.nullable(z.int()),
  note: z.nullable(z.string()),
  /** «Nota para el repartidor» of the office; `readAt` if this courier has read it. */
  courierNote: z.nullable(
    z.object({ id: z.string(), text: z.string(), at: z.iso.datetime(), readAt: z.nullable(z.iso.datetime()) }),
  ),
  priority: z.enum(PRIORITY_CODES),
  /** Photos that its client requires, in addition to those of the office. */
  requires: z.optional(photoRequirements),
  reason: z.nullable(z.string()),
  /** What this courier collected for it. */
  payments: z.optional(z.array(payment)),
  closedAt: z.nullable(z.iso.datetime()),
});

export type FieldStop = z.infer<typeof fieldStop>;

const fieldEnd = z.object({
  at: z.iso.datetime(),
  /** The office closed the route instead of the courier. */
  byOffice: z.optional(z.literal(true)),
  confirmedAt: z.nullable(z.iso.datetime()),
  /** Who confirmed it, and with which totals. */
  confirmed: z.optional(
    z.nullable(z.object({ by: z.string(), delivered: z.int(), failed: z.int(), payments: z.array(payment) })),
  ),
});

/** A visit that the office decides about, or has decided about today. */
const fieldReview = z.object({
  /** The id that the phone made. */
  visit: z.string(),
  order: z.object({ id: z.string(), code: z.string() }),
  address: z.string(),
  to: z.enum(REACHED_BY_CLOSE),
  payments: z.array(payment),
  at: z.iso.datetime(),
  state: z.enum(['pendiente', 'aceptada', 'rechazada']),
  /** Why the office decides, in Spanish. */
  why: z.string(),
  /** The office's note on its decision. */
  decidedWhy: z.nullable(z.string()),
});

export type FieldReview = z.infer<typeof fieldReview>;

/** A courier's working day. */
export const fieldRoute = z.object({
  /** The server's clock. Not part of the ETag. */
  now: z.iso.datetime(),
  /** The working day of the office, or the later one that the courier has set out for. */
  day: z.string(),
  /** When the working day turns, so that the phone has the office's day without a signal. */
  turnsAt: z.optional(z.string()),
  /** Failed visits of the day whose orders are no stops of this courier any more, because they are visited again. */
  revisited: z.optional(z.int()),
  /** When the courier pressed «Salí a ruta» today. */
  startedAt: z.nullable(z.iso.datetime()),
  /** «Cierre del día»: when the courier handed it in, and when the office confirmed it. */
  end: z.nullable(fieldEnd),
  stops: z.array(fieldStop),
  reviews: z.optional(z.array(fieldReview)),
  /** Why a visit may fail, by the office's catalogue. */
  reasons: z.array(z.object({ code: z.string(), name: z.string() })),
  office: z.object({
    phone: z.nullable(z.string()),
    /** The message to a recipient, with the words of `MESSAGE_WORDS` in braces. */
    whatsapp: z.string(),
  }),
  requires: photoRequirements,
  /** Photos that the office requests. */
  photos: z.optional(
    z.array(
      z.object({
        order: z.object({ id: z.string(), code: z.string() }),
        address: z.string(),
        /** The visit that the photo belongs to. */
        visit: z.string(),
        kind: z.enum(EVIDENCE_KIND_CODES),
        at: z.iso.datetime(),
      }),
    ),
  ),
  /** A warning while the courier has more cash than the office allows. Nothing is refused. */
  cash: z.optional(z.string()),
  /** The area around the stops, whose tiles this phone may read; absent without stops. */
  area: z.optional(mapArea),
});

export type FieldRoute = z.infer<typeof fieldRoute>;

export const fieldArea = z.object({ area: z.nullable(mapArea) });

/** The id of a request, made by the phone and unique forever: a repetition changes nothing, even after weeks. */
const fieldRequestId = z.uuid();

/** When something happened by the phone's clock, and the offset of that clock if it was measured. */
const happened = { at: deviceTime, clockOffsetMs: z.optional(clockOffset) };

const startBody = z.strictObject({
  id: fieldRequestId,
  ...happened,
  /** Orders whose parcels were not there when the courier loaded: they are not on the way. */
  missing: z.optional(z.array(rowId).check(z.maxLength(500))),
  /** The courier's answer to «¿es la ruta de mañana?»: the day of the route. Without it the office's day counts. */
  day: z.optional(day),
});

export type FieldStart = z.infer<typeof startBody>;

const stopIds = z.array(rowId).check(z.maxLength(500), allDiffer('Hay paradas repetidas'));

const reorderBody = z.strictObject({
  id: fieldRequestId,
  ...happened,
  /** The open stops as the phone had them. */
  before: stopIds,
  /** The same stops in the courier's order. */
  stops: stopIds,
});

export type FieldReorder = z.infer<typeof reorderBody>;

const doorBody = z.strictObject({
  id: fieldRequestId,
  ...happened,
  order: rowId,
  attempt: z.int().check(z.minimum(1), z.maximum(10_000)),
  place: z.strictObject({
    lat: latitude,
    lng: longitude,
    accuracy: z.number().check(z.minimum(0), z.maximum(DOOR_ACCURACY)),
  }),
});

export type FieldDoor = z.infer<typeof doorBody>;

const endBody = z.strictObject({
  id: fieldRequestId,
  ...happened,
  /** How many visits and photos the phone still has to send. */
  unsent: z.int().check(z.minimum(0), z.maximum(10_000)),
});

export type FieldEnd = z.infer<typeof endBody>;

/**
 * The operations of a courier's phone. A page that was loaded weeks ago still calls them: see
 * docs/development.md before changing one. They name no office and no courier: both are those of the connected phone. */
export const FIELD_OPERATIONS = {
  'field.session': operation('GET', '/api/field/session', {
    summary: 'De quién es este teléfono; sin conexión, 401 y una cookie para poder conectarlo',
    policy: { access: 'courier-public' },
    response: fieldSession,
  }),
  'field.enrolment': operation('POST', '/api/field/enrolment', {
    summary: 'De quién será el teléfono que conecte un enlace',
    policy: { access: 'courier-public' },
    body: z.strictObject({ secret: linkSecret }),
    response: enrolment,
  }),
  'field.connect': operation('POST', '/api/field/connect', {
    summary: 'Conecta este teléfono con un enlace y el código de la oficina, una sola vez',
    policy: { access: 'courier-public' },
    body: z.strictObject({
      secret: linkSecret,
      code: z.string().check(z.regex(/^\d{4}$/, 'Escriba las cuatro cifras')),
    }),
    response: fieldSession,
  }),
  'field.signOut': operation('POST', '/api/field/sign-out', {
    summary: 'Desconecta este teléfono; puede repetirse',
    policy: { access: 'courier-public' },
    response: z.object({}),
  }),
  'field.route': operation('GET', '/api/field/route', {
    summary: 'Las paradas propias del día de trabajo',
    policy: { access: 'courier', answerBytes: LIST_ANSWER },
    response: fieldRoute,
  }),
  'field.area': operation('GET', '/api/field/area', {
    summary: 'El área de las paradas del día: el gateway la lee antes de cada imagen del mapa',
    policy: { access: 'courier' },
    response: fieldArea,
  }),
  'field.start': operation('POST', '/api/field/start', {
    summary: '«Salí a ruta»: pone en ruta las órdenes asignadas del día',
    policy: { access: 'courier' },
    body: startBody,
    response: z.object({ startedAt: z.iso.datetime() }),
  }),
  'field.reorder': operation('POST', '/api/field/stops', {
    summary: 'Ordena las paradas abiertas propias; si la oficina las ordenó entretanto, vale el orden de la oficina',
    policy: { access: 'courier' },
    body: reorderBody,
    response: z.object({ result: z.enum(['applied', 'changed']) }),
  }),
  'field.door': operation('POST', '/api/field/doors', {
    summary:
      '«La puerta es aquí»: guarda dónde está la puerta de una parada abierta; la última marca reemplaza a la anterior',
    policy: { access: 'courier' },
    body: doorBody,
    response: z.object({}),
  }),
  'field.readNote': operation('POST', '/api/field/notes/:id/read', {
    summary: 'Marca como leída una nota de la oficina',
    policy: { access: 'courier' },
    params: byId,
    /** Null if the office has replaced or removed the note. */
    response: z.object({ readAt: z.nullable(z.iso.datetime()) }),
  }),
  'field.end': operation('POST', '/api/field/end', {
    summary: '«Cierre del día»: lo entrega a la oficina, que lo confirma',
    policy: { access: 'courier' },
    body: endBody,
    response: fieldEnd,
  }),
  'field.visit': operation('POST', '/api/field/visits', {
    summary:
      'Registra una visita que este repartidor tiene o tuvo asignada; lo que la oficina cambió queda por revisar',
    policy: { access: 'courier' },
    body: visitBody,
    response: visitAnswer,
  }),
  'field.reportVisit': operation('POST', '/api/field/visits/report', {
    summary: 'Muestra a la oficina, sin fotos, una visita que el teléfono no pudo registrar: queda por revisar',
    policy: { access: 'courier' },
    body: reportedVisit,
    response: visitAnswer,
  }),
  ...photoUploadOperations,
  'field.positions': operation('POST', '/api/field/positions', {
    summary: 'Recibe dónde estuvo el teléfono entre «Salí a ruta» y «Cierre»; puede repetirse',
    policy: { access: 'courier', bodyBytes: BULK_BODY },
    body: positionsBody,
    response: positionsReceipt,
  }),
};

export type FieldOperationId = keyof typeof FIELD_OPERATIONS;
