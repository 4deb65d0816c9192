import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { CLOSINGS_BODY, DISPATCH, LIST_ANSWER } from '../../policy.ts';
import { allDiffer, day, inOffice, latitude, longitude, rowId } from '../platform/fields.ts';
import { codesOf, MAX_ORDERS } from '../platform/words.ts';
import { orderRefs, warning } from './receipts.ts';

/** Maximum number of open orders, present and new, for which one request computes routes. */
export const MAX_ROUTED = 2000;

/** Maximum number of couriers of one request. */
export const MAX_ROUTED_COURIERS = 200;

/** Maximum number of orders for which couriers are ranked. */
export const MAX_RANKED = 20;

/** Why the proposal leaves an order unassigned. */
const UNPLACED = {
  not_pending: 'Ya no está pendiente',
  other_day: 'Es de otro día',
  no_zone: 'Ningún repartidor atiende su distrito',
  no_shift: 'Nadie está de turno en su horario',
  no_capacity: 'No queda capacidad',
} as const;

export type UnplacedWhy = keyof typeof UNPLACED;

/** What distances were computed from: a straight line with a detour, a server of roads, or the plane of a test. */
export const DISTANCE_SOURCES = { direct: 'Línea recta', osrm: 'Calles', fake: 'Prueba' } as const;

export type DistanceSource = keyof typeof DISTANCE_SOURCES;

const distances = z.object({
  source: z.enum(codesOf(DISTANCE_SOURCES)),
  /** Whether the server of roads was asked, but did not answer. */
  hasFallenBack: z.boolean(),
});

/** Where a route starts: at the office, at the courier's last position, or at the first stop. */
export const ROUTE_STARTS = {
  office: 'Desde la oficina',
  position: 'Desde su última posición',
  first_stop: 'Desde la primera parada',
} as const;

export type RouteStart = keyof typeof ROUTE_STARTS;

/** Why a stop moves: what would be worse if it stayed where it is, everything else being as proposed. */
export const MOVE_REASONS = {
  added: 'Es nueva en la ruta',
  from_other: 'Viene de otro repartidor',
  on_time: 'Así llega a su horario',
  others_on_time: 'Así otras llegan a su horario',
  shorter: 'Así se recorre menos',
  faster: 'Así se termina antes',
  follows: 'Cambia con las demás',
} as const;

export type MoveReason = keyof typeof MOVE_REASONS;

/** Minutes since midnight of the working day; above 1440 on the morning after it. */
const minuteOfDay = z.number();

/** What a route costs. */
const figures = z.object({
  km: z.number(),
  /** From leaving to the last stop, or to the return if couriers return. */
  minutes: z.number(),
  endsAt: minuteOfDay,
  /** Orders that are late, by their window or by the end of the shift, and their minutes together. */
  late: z.int(),
  lateMinutes: z.number(),
});

export type RouteFigures = z.infer<typeof figures>;

/** One door with all of its parcels. */
const stop = z.object({
  orders: z.array(z.object({ id: z.string(), version: z.int() })),
  /** Keeps its courier and position. The stop that a courier is driving to is pinned unless the request unpins it. */
  pinned: z.boolean(),
  /** Whether the courier is driving to it. */
  isNext: z.boolean(),
  /** 1 for the first load, 2 for the second («segunda vuelta»): between two the courier returns to the start. */
  trip: z.int(),
  arrivesAt: minuteOfDay,
  /** Minutes late; 0 if it is not. */
  late: z.number(),
});

export type RouteStop = z.infer<typeof stop>;

const part = z.object({
  courierId: z.string(),
  name: z.string(),
  /** The day on which the courier is to carry these orders. */
  day: z.string(),
  /** The orders that the courier gets in addition to the present load. */
  orders: z.array(z.object({ id: z.string(), version: z.int() })),
  /** Orders of the present load that another part gets. */
  leaving: z.array(z.string()),
  warnings: z.array(warning),
  start: z.enum(codesOf(ROUTE_STARTS)),
  /** The whole route: present and new stops in their order. The ones already visited are not in it. */
  stops: z.array(stop),
  after: figures,
  /** The same of the present stops in their present order; null if there are none. */
  before: z.nullable(figures),
  /** The stops that are new to the courier, and those whose order among the others changes. */
  moves: z.array(z.object({ ids: z.array(z.string()), why: z.enum(codesOf(MOVE_REASONS)) })),
});

export type SuggestedPart = z.infer<typeof part>;

/** A proposal. Nothing has been written; each part can be sent to `assignments.route` or `assignments.assign`. */
const suggestion = z.object({
  /** One for each courier with a route, by name. */
  parts: z.array(part),
  unplaced: z.array(z.object({ id: z.string(), why: z.enum(codesOf(UNPLACED)) })),
  distances,
  /** Whether time ran out, so that a longer search might find better routes. */
  isCut: z.boolean(),
});

export type Suggestion = z.infer<typeof suggestion>;

/** What stays with its courier: all assigned orders, those that are not chosen, or only pinned ones and those on the way. */
export const KEPT = { assigned: 'Lo asignado', others: 'Lo no elegido', pinned: 'Lo fijado' } as const;

export type Kept = keyof typeof KEPT;

/** All pending orders of the day inside a rectangle of degrees, or inside a drawn zone. */
const area = z.union([
  z.strictObject({ west: longitude, south: latitude, east: longitude, north: latitude }),
  z.strictObject({ zoneId: rowId }),
]);

const suggestBody = z
  .strictObject({
    /** By default that of the first chosen order, without one today. */
    day: z.optional(day),
    /** Those whose routes are computed: by default all active ones, and without new orders all who carry something. */
    couriers: z.optional(
      z
        .array(rowId)
        .check(z.minLength(1), z.maxLength(MAX_ROUTED_COURIERS), allDiffer<string>('Hay repartidores repetidos')),
    ),
    /** The orders to distribute: the chosen ones or those of an area. With neither, only the present stops are sorted. */
    orders: z.optional(orderRefs),
    area: z.optional(area),
    /** `assigned` by default. */
    keep: z.optional(z.enum(codesOf(KEPT))),
    /** The order that the preview shows, in place of the saved one: the positions that pinned stops keep. */
    routes: z.optional(
      z.array(z.strictObject({ courierId: rowId, orders: z.array(rowId).check(z.maxLength(MAX_ORDERS)) })).check(
        z.maxLength(MAX_ROUTED_COURIERS),
        allDiffer<{ courierId: string }>('Hay repartidores repetidos', ({ courierId }) => courierId),
      ),
    ),
    /** What the person pinned and unpinned in the preview. */
    pins: z.optional(
      z.array(z.strictObject({ id: rowId, pinned: z.boolean() })).check(
        z.maxLength(MAX_ORDERS),
        allDiffer<{ id: string }>('Hay órdenes repetidas', ({ id }) => id),
      ),
    ),
  })
  .check(z.refine(({ orders, area: of }) => !orders || !of, 'Elija órdenes o un área, no ambas'));

export type Suggest = z.infer<typeof suggestBody>;

/** What giving the orders to one courier costs. */
const ranked = z.object({
  courierId: z.string(),
  name: z.string(),
  /** Added to the route. */
  km: z.number(),
  minutes: z.number(),
  /** Orders that become late, or later, with their minutes late. */
  late: z.array(z.object({ id: z.string(), code: z.string(), minutes: z.number() })),
  /** As `assignments.assign` would warn: capacity, shift, zones, absence. */
  warnings: z.array(warning),
});

export type RankedCourier = z.infer<typeof ranked>;

const ranking = z.object({
  day: z.string(),
  /** The best first: without warnings before others, then who makes fewest late, then the shortest. */
  couriers: z.array(ranked),
  distances,
});

export type CourierRanking = z.infer<typeof ranking>;

/** Computations over the orders and couriers of an office. They write nothing. */
export const suggestionOperations = {
  'assignments.suggest': operation('POST', '/api/assignments/suggest', {
    summary: 'Propone rutas: reparte órdenes u ordena las paradas de un día, sin escribir nada',
    policy: { ...DISPATCH, bodyBytes: CLOSINGS_BODY, answerBytes: LIST_ANSWER },
    query: inOffice,
    body: suggestBody,
    response: suggestion,
  }),
  'assignments.rank': operation('POST', '/api/assignments/rank', {
    summary: 'Dice qué le cuesta a cada repartidor llevar hasta 20 órdenes más, sin escribir nada',
    policy: { ...DISPATCH },
    query: inOffice,
    body: z.strictObject({
      /** By default that of the first order. */
      day: z.optional(day),
      orders: z.array(rowId).check(z.minLength(1), z.maxLength(MAX_RANKED), allDiffer<string>('Hay órdenes repetidas')),
    }),
    response: ranking,
  }),
};
