import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, LIST_ANSWER } from '../../policy.ts';
import { line } from '../../text.ts';
import {
  day,
  grams,
  inOffice,
  linkSecret,
  officeEvent,
  phone,
  rowId,
  rowInOffice,
  timeWindow,
  ubigeo,
  version,
} from '../platform/fields.ts';
import { courierTracker } from './positions.ts';
import { COURIER_STATE_CODES, VEHICLE_CATEGORY_CODES, VEHICLE_CODES } from '../platform/words.ts';
import { zoneIds } from './zones.ts';

/** Maximum number of couriers per office who are not retired: ten times the largest fleet. */
export const MAX_COURIERS = 2000;

/** Maximum number of retired couriers per office. They cannot be deleted, because orders refer to them. */
export const MAX_RETIRED = 10_000;

/**
 * The list is cut off after this many couriers who are not retired: 1.5 KB each, with the longest list of districts.
 */
export const LISTED_COURIERS = 4000;

/** Retired couriers in the list, and on each further page. */
export const RETIRED_PAGE = 200;

const fields = {
  name: line(120),
  phone: z.nullable(phone),
  vehicle: z.enum(VEHICLE_CODES),
  /** Null if missing. */
  vehicleCategory: z.optional(z.nullable(z.enum(VEHICLE_CATEGORY_CODES))),
  plate: z.nullable(z.string().check(z.regex(/^[A-Z0-9]{2,4}-?[A-Z0-9]{2,4}$/))),
  /** Districts by INEI code. Without any, and without drawn zones, a courier serves everywhere. */
  zones: z.array(ubigeo).check(z.maxLength(100)),
  /** Zones that the office has drawn; none if missing. */
  zoneIds: z.optional(zoneIds),
  shift: timeWindow,
  capacityOrders: z.int().check(z.minimum(1), z.maximum(1000)),
  capacityGrams: grams.check(z.minimum(1)),
};

export const courierInput = z.strictObject(fields);

export type CourierInput = z.infer<typeof courierInput>;

/** A retired courier is reactivated by an edit, so `state` is part of it. */
const courierEdit = z.strictObject({
  version,
  changes: z.partial(z.strictObject({ ...fields, state: z.enum(['activo', 'ausente']) })),
});

export type CourierEdit = z.infer<typeof courierEdit>;

export const courier = z.object({
  id: z.string(),
  officeId: z.string(),
  version: z.int(),
  name: z.string(),
  phone: z.nullable(z.string()),
  vehicle: z.enum(VEHICLE_CODES),
  vehicleCategory: z.nullable(z.enum(VEHICLE_CATEGORY_CODES)),
  plate: z.nullable(z.string()),
  zones: z.array(z.string()),
  /** May contain ids of removed zones, which can be restored. */
  zoneIds: z.array(z.string()),
  shift: z.object({ from: z.string(), to: z.string() }),
  capacityOrders: z.int(),
  capacityGrams: z.int(),
  /** «Ausente» also for a courier who is absent on the day of the load. */
  state: z.enum(COURIER_STATE_CODES),
  /** Null for a courier who is not retired, or was retired before this was recorded. */
  retiredAt: z.optional(z.nullable(z.iso.datetime())),
  /** The courier's load of a day: orders assigned or on the way. */
  load: z.object({ orders: z.int(), weightGrams: z.int() }),
});

const listedCourier = z.extend(courier, {
  /** For a courier with more cash than the office allows: how much, in céntimos; null without D05. */
  cash: z.optional(z.nullable(z.int())),
  /** For a courier with any cash that is not handed over: how much, in céntimos; null without D05. */
  held: z.optional(z.nullable(z.int())),
  /** The office has confirmed the courier's day: nothing new can be assigned for it. */
  closed: z.optional(z.literal(true)),
});

export type Courier = z.infer<typeof listedCourier>;

/** The phone of a courier, and whether a link for another one is open. */
const courierPhone = z.object({
  device: z.nullable(
    z.object({
      /** In Spanish, such as «Chrome en Android». */
      name: z.string(),
      connectedAt: z.iso.datetime(),
      /** Precise to a minute. */
      usedAt: z.iso.datetime(),
    }),
  ),
  linkExpiresAt: z.nullable(z.iso.datetime()),
  /** Whether Traccar Client can be connected at all. */
  mayTrack: z.optional(z.boolean()),
  tracker: z.optional(z.nullable(courierTracker)),
});

/** Couriers on a map, without their orders, because M01 is enough to read it. */
const courierMap = z.object({
  /** Those who are not retired, by name. */
  couriers: z.array(z.pick(courier, { id: true, name: true, vehicle: true, plate: true })),
  /** Minutes without a position after which a courier counts as silent. */
  silence: z.int(),
});

export type CourierMap = z.infer<typeof courierMap>;
export type MapCourier = CourierMap['couriers'][number];

export type CourierPhone = z.infer<typeof courierPhone>;

/** A courier's phone was connected, disconnected by the office, or signed out. */
export const phoneChanged = officeEvent('phone.changed', {
  what: z.enum(['conectado', 'desconectado']),
  courier: z.object({ id: z.string(), name: z.string() }),
});

export type PhoneChanged = z.infer<typeof phoneChanged>;

/** A link that connects one phone, once. Nothing of it can be read again. */
const courierLink = z.object({
  /** Belongs after the `#` of the page's address. Not named like a secret: the gateway would remove it. */
  fragment: linkSecret,
  code: z.string().check(z.regex(/^\d{4}$/)),
  expiresAt: z.iso.datetime(),
});

export type CourierLink = z.infer<typeof courierLink>;

/** The address that sets up Traccar Client. It is returned once. */
const trackerLink = z.object({
  /** The address that the app scans as QR code; its query has the token. Not named like a secret, as above. */
  address: z.url(),
});

export type TrackerLink = z.infer<typeof trackerLink>;

export const courierOperations = {
  'couriers.list': operation('GET', '/api/couriers', {
    summary: 'Repartidores de una oficina con su carga y su capacidad, y los últimos retirados',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    /** `dia`: the day of the load; today by default, including orders left from earlier days. */
    query: z.strictObject({ ...inOffice.shape, dia: z.optional(day) }),
    response: z.array(listedCourier),
  }),
  'couriers.map': operation('GET', '/api/couriers/map', {
    summary: 'Lo que un mapa muestra de los repartidores de una oficina, sin sus órdenes, y desde cuándo no dan señal',
    policy: { ...DISPATCH, access: ['M01'], answerBytes: LIST_ANSWER },
    query: inOffice,
    response: courierMap,
  }),
  'couriers.retired': operation('GET', '/api/couriers/retired', {
    summary: 'Más repartidores retirados de una oficina, los últimos primero: los anteriores a un id',
    policy: { ...DISPATCH },
    query: z.strictObject({ ...inOffice.shape, antes: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    response: z.array(courier),
  }),
  'couriers.create': operation('POST', '/api/couriers', {
    summary: 'Crea un repartidor',
    policy: { ...DISPATCH, repeatable: true },
    query: inOffice,
    body: courierInput,
    response: courier,
  }),
  'couriers.edit': operation('PATCH', '/api/couriers/:id', {
    summary: 'Cambia datos de un repartidor, si nadie los cambió entretanto',
    policy: { ...DISPATCH },
    ...rowInOffice,
    body: courierEdit,
    response: courier,
  }),
  'couriers.retire': operation('POST', '/api/couriers/:id/retire', {
    summary: 'Retira a un repartidor; si tiene carga, la pasa antes a otro (cargo S)',
    policy: { ...DISPATCH, charge: 'S' },
    ...rowInOffice,
    /**
     * `handTo`: the courier who receives the orders of every day. Without it, a courier with orders is not retired.
     * `withCash`: also if the courier still has cash of the office.
     */
    body: z.strictObject({ version, handTo: z.optional(rowId), withCash: z.optional(z.boolean()) }),
    response: courier,
  }),
  // Not repeatable: the answer to a key would have to be stored, and with it the secret of the link.
  'couriers.connect': operation('POST', '/api/couriers/:id/link', {
    summary: 'Crea el enlace y el código para conectar el teléfono de un repartidor; el enlace anterior deja de servir',
    policy: { ...DISPATCH },
    ...rowInOffice,
    response: courierLink,
  }),
  'couriers.device': operation('GET', '/api/couriers/:id/device', {
    summary: 'El teléfono conectado de un repartidor y su último uso',
    policy: { ...DISPATCH, keepsAlive: false },
    ...rowInOffice,
    response: courierPhone,
  }),
  'couriers.disconnect': operation('POST', '/api/couriers/:id/disconnect', {
    summary: 'Desconecta el teléfono de un repartidor y anula su enlace pendiente',
    policy: { ...DISPATCH },
    ...rowInOffice,
    response: courierPhone,
  }),
  // Not repeatable, as above.
  'couriers.track': operation('POST', '/api/couriers/:id/tracker', {
    summary: 'Crea la dirección que conecta Traccar Client con un repartidor; la anterior deja de servir',
    policy: { ...DISPATCH },
    ...rowInOffice,
    response: trackerLink,
  }),
  'couriers.notice': operation('POST', '/api/couriers/:id/tracker/notice', {
    summary: 'Anota que el repartidor recibió en papel el aviso de su seguimiento',
    policy: { ...DISPATCH },
    ...rowInOffice,
    response: courierPhone,
  }),
  'couriers.untrack': operation('POST', '/api/couriers/:id/tracker/disconnect', {
    summary: 'Anula la dirección con que Traccar Client envía las posiciones de un repartidor',
    policy: { ...DISPATCH },
    ...rowInOffice,
    response: courierPhone,
  }),
};
