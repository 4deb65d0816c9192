import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, LIST_ANSWER } from '../../policy.ts';
import { id, officeId } from '../../subjects/shared.ts';
import { foldedText, line } from '../../text.ts';
import {
  actor,
  centimos,
  countsBy,
  day,
  grams,
  inOffice,
  latitude,
  longitude,
  moment,
  phone,
  rowInOffice,
  timeWindow,
  ubigeo,
  version,
} from '../platform/fields.ts';
import { EVIDENCE_KIND_CODES } from '../platform/words.ts';
import { courierNote, noteChanged } from './notes.ts';
import { evidenceRemoved, orderChanged, ORDER_CHANGE_CODES, photoRequest, shareChanged } from './order-events.ts';
import { exactness } from './exactness.ts';
import { ORDER_FLAG_CODES, orderFilterQuery } from './order-filter.ts';
import { orderSort } from './order-sort.ts';
import { ORDER_STATE_CODES } from './order-states.ts';
import { pageCursor } from './page-cursor.ts';
import { payment } from './payments.ts';
import { PRIORITY_CODES } from '../platform/words.ts';

/** An order, with its own copies of the sender's and recipient's data from when it was created. */
const order = z.object({
  id: z.string(),
  code: z.string(),
  officeId: z.string(),
  version: z.int(),
  state: z.enum(ORDER_STATE_CODES),
  /** The number of this visit, from 1. */
  attempt: z.int(),
  client: z.object({ id: z.nullable(z.string()), name: z.string(), phone: z.nullable(z.string()) }),
  recipient: z.object({ name: z.string(), phone: z.nullable(z.string()) }),
  place: z.object({
    address: z.string(),
    reference: z.nullable(z.string()),
    ubigeo: z.string(),
    lat: z.number(),
    lng: z.number(),
    /** True if the place is known less exactly than to the block: «ubicación aproximada». */
    approximate: z.boolean(),
    /** How exactly it is known, and from what. */
    exactness: z.optional(exactness),
    /** Visits agree on another place of the same door, see «Por ubicar». */
    contested: z.optional(z.literal(true)),
  }),
  date: z.string(),
  window: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** The end of the time window, or of the day. */
  dueAt: z.iso.datetime(),
  packages: z.int(),
  weightGrams: z.int(),
  clientReference: z.nullable(z.string()),
  guide: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Cobro contra entrega in céntimos; null if nothing is to be collected. */
  collect: z.nullable(
    z.object({
      due: z.int(),
      /** Empty until the order is delivered. */
      payments: z.array(payment),
      /** Why the sum of the payments differs from the amount due. */
      difference: z.nullable(z.string()),
    }),
  ),
  priority: z.enum(PRIORITY_CODES),
  courier: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The position of the stop in the courier's route, from 1. */
  sequence: z.nullable(z.int()),
  /** The working day that this number was given for, if it is later than the order's date: see `compareStops`. */
  sequenceDay: z.optional(z.string()),
  /** Whether a person fixed its place in the route: suggestions keep it. */
  pinned: z.optional(z.literal(true)),
  reason: z.nullable(z.string()),
  /** The date that the recipient asked for instead, at the door. */
  wanted: z.nullable(z.string()),
  /** When the visit that closed it took place; null while it is open. */
  closedAt: z.nullable(z.iso.datetime()),
  /** The working day that this visit counts in, in «Cierre del día» too; null while it is open. */
  visitDay: z.nullable(z.string()),
  /** How many photos document the visit. */
  evidence: z.int(),
  createdAt: z.iso.datetime(),
  changed: z.object({ at: z.iso.datetime(), by: actor, what: z.enum(ORDER_CHANGE_CODES) }),
});

export type Order = z.infer<typeof order>;

/** A person's input for an order. Without coordinates, the district's centre is used and marked as approximate. */
export const orderInput = z.strictObject({
  client: z.strictObject({ id: z.nullable(id), name: line(160), phone: z.nullable(phone) }),
  recipient: z.strictObject({ name: line(160), phone: z.nullable(phone) }),
  place: z.strictObject({
    address: line(240),
    reference: z.nullable(line(240)),
    ubigeo,
    point: z.nullable(z.strictObject({ lat: latitude, lng: longitude })),
  }),
  date: day,
  window: z.nullable(timeWindow),
  packages: z.int().check(z.minimum(1), z.maximum(999)),
  weightGrams: grams,
  clientReference: z.nullable(line(64)),
  guide: z.nullable(line(64)),
  note: z.nullable(foldedText(500)),
  collectDue: z.nullable(centimos.check(z.minimum(1))),
  priority: z.enum(PRIORITY_CODES),
});

export type OrderInput = z.infer<typeof orderInput>;

/** Open orders may be edited field by field; closed orders may not. */
const orderEdit = z.strictObject({ version, changes: z.partial(orderInput) });

export type OrderEdit = z.infer<typeof orderEdit>;

const inOfficeFiltered = { officeId, ...orderFilterQuery.shape };

/** Page size of the list: default and maximum. */
export const PAGE = { size: 50, most: 200 } as const;

/** Days of orders that can be read as of a past minute. */
export const MAX_PAST_DAYS = 31;

/** Maximum number of orders named in one request of the list. */
export const MAX_IDS = 100;

/** Ids of orders, separated by commas. */
const IDS = new RegExp(`^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${MAX_IDS - 1}}$`);

export const orderList = z.object({
  orders: z.array(order),
  /** The cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
});

export type OrderList = z.infer<typeof orderList>;

/**
 * Orders that are counted one by one at most. Whole offices, days, states, flags, and either districts, clients or
 * couriers have tallies and are counted exactly.
 */
export const MAX_COUNTED = 10_000;

/** A number of orders. With `more` there are more than `total`, which is then `MAX_COUNTED`. */
const counted = { total: z.int(), more: z.optional(z.literal(true)) };

/** The flags are null if there are more orders than are counted. */
const orderCounts = z.object({ ...counted, flags: z.nullable(countsBy(ORDER_FLAG_CODES)) });

export type OrderCounts = z.infer<typeof orderCounts>;

/** Orders per page of the map: half the bytes of the largest page of the list. */
export const MAP_PAGE = 1000;

/**
 * The orders of a map, by column: the order at an index has the values at that index. A quarter of the bytes of the
 * list, which a map of some thousand orders would fetch whole.
 */
const orderMap = z.object({
  id: z.array(z.string()),
  code: z.array(z.string()),
  version: z.array(z.int()),
  state: z.array(z.enum(ORDER_STATE_CODES)),
  recipient: z.array(z.string()),
  ubigeo: z.array(z.string()),
  lat: z.array(z.number()),
  lng: z.array(z.number()),
  approximate: z.array(z.boolean()),
  /** Meters around the coordinates within which the place is. */
  radius: z.optional(z.array(z.int())),
  date: z.array(z.string()),
  window: z.array(order.shape.window),
  dueAt: z.array(z.iso.datetime()),
  weightGrams: z.array(z.int()),
  courierId: z.array(z.nullable(z.string())),
  sequence: z.array(order.shape.sequence),
  /** As `sequenceDay` of an order; null for its own date. Absent if all are. */
  sequenceDay: z.optional(z.array(z.nullable(z.string()))),
  /** The couriers of these orders. */
  couriers: z.array(z.object({ id: z.string(), name: z.string() })),
  next: orderList.shape.next,
});

export type OrderMap = z.infer<typeof orderMap>;

/** How many orders are in each state. */
const ordersByState = z.object({ total: z.int(), states: countsBy(ORDER_STATE_CODES) });

export type OrdersByState = z.infer<typeof ordersByState>;

/** The states are null if there are more orders than are counted. */
const countedByState = z.object({ ...counted, states: z.nullable(ordersByState.shape.states) });

export type CountedByState = z.infer<typeof countedByState>;

/** Maximum number of clients listed for an office: more than anyone would scroll through. */
export const MAX_SENDERS = 2000;

/** The clients with orders in an office, by the name in their newest order. */
const senderList = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    /** Ids of clients merged into it, by which old links may still filter. */
    former: z.optional(z.array(z.string())),
  }),
);

export type Sender = z.infer<typeof senderList>[number];

const orderDetail = z.object({
  order,
  /** «Nota para el repartidor», if there is one. */
  courierNote: z.nullable(courierNote),
  /** «Pedir foto», if somebody asked. */
  photoRequest: z.optional(photoRequest),
  /** The couriers of the office whose visits say where its door is, if its place is that of such a door. */
  placedBy: z.optional(z.array(z.string())),
  /** Newest first. */
  timeline: z.array(orderChanged),
  /** What happened to its notes for the courier, newest first. */
  notes: z.array(noteChanged),
  /** What happened with links that show it to guests, newest first. */
  shares: z.array(shareChanged),
  /** Its photos that were removed, newest first. */
  removedPhotos: z.optional(z.array(evidenceRemoved)),
  /** Photos that its office or its client requires, and that a closed order lacks. */
  missing: z.optional(z.array(z.enum(EVIDENCE_KIND_CODES))),
});

export type OrderDetail = z.infer<typeof orderDetail>;

export const orderOperations = {
  'orders.list': operation('GET', '/api/orders', {
    summary: 'Órdenes de una oficina: filtro, búsqueda, orden y páginas por cursor',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    query: z.strictObject({
      ...inOfficeFiltered,
      /** Only those of these orders that match the filter, for pages that follow live events. */
      ids: z.optional(z.string().check(z.regex(IDS))),
      orden: z.optional(orderSort),
      cursor: z.optional(pageCursor),
      limite: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/))),
      /** The orders as they were at a past minute. Requires `desde` and `hasta`, at most `MAX_PAST_DAYS` apart. */
      aLas: z.optional(moment),
    }),
    response: orderList,
  }),
  'orders.map': operation('GET', '/api/orders/map', {
    summary: 'Lo que un mapa muestra de las órdenes de una oficina: filtro y páginas por cursor, por vencimiento',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    /** `aLas` as in the list. */
    query: z.strictObject({ ...inOfficeFiltered, cursor: z.optional(pageCursor), aLas: z.optional(moment) }),
    response: orderMap,
  }),
  'orders.counts': operation('GET', '/api/orders/counts', {
    summary: 'Cuántas órdenes cumplen el filtro, y cuántas de ellas cada marca',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    query: z.strictObject(inOfficeFiltered),
    response: orderCounts,
  }),
  'orders.states': operation('GET', '/api/orders/states', {
    summary: 'Cuántas órdenes que cumplen el filtro hay en cada estado, contadas de una vez',
    policy: { ...DISPATCH },
    query: z.strictObject(inOfficeFiltered),
    response: countedByState,
  }),
  'orders.clients': operation('GET', '/api/orders/clients', {
    summary: 'Los clientes de las órdenes de una oficina, por nombre',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    query: inOffice,
    response: senderList,
  }),
  'orders.read': operation('GET', '/api/orders/:id', {
    summary: 'Una orden con su historia',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    ...rowInOffice,
    response: orderDetail,
  }),
  'orders.create': operation('POST', '/api/orders', {
    summary: 'Crea una orden',
    policy: { ...DISPATCH, repeatable: true, answerBytes: LIST_ANSWER },
    query: inOffice,
    body: orderInput,
    response: order,
  }),
  'orders.duplicate': operation('POST', '/api/orders/:id/duplicate', {
    summary: 'Crea otra orden con los datos de una, para un día; sin referencia ni guía, que son de un solo envío',
    policy: { ...DISPATCH, repeatable: true },
    ...rowInOffice,
    body: z.strictObject({ date: day }),
    response: order,
  }),
  'orders.edit': operation('PATCH', '/api/orders/:id', {
    summary: 'Cambia datos de una orden abierta, si nadie la cambió entretanto',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    ...rowInOffice,
    body: orderEdit,
    response: order,
  }),
};
