import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { type OperationPolicy } from '../../policy.ts';
import { type ModuleCode } from '../../modules.ts';
import { officeId } from '../../subjects/shared.ts';
import { actor, countsBy, day, moment } from '../platform/fields.ts';
import { ORDER_CHANGE_CODES } from '../orders/order-events.ts';
import { ORDER_STATE_CODES, type OrderState } from '../orders/order-states.ts';
import { COLLECTION_MEANS_CODES } from '../platform/words.ts';

/** States in which no visit of the day is left to be made. Cancelled orders are not part of the day. */
export const DONE_STATES = ['entregada', 'no_entregada', 'en_devolucion', 'devuelta'] as const satisfies OrderState[];

/** States after a visit without delivery. */
export const FAILED_STATES = ['no_entregada', 'en_devolucion', 'devuelta'] as const satisfies OrderState[];

/** Everything that the day's work counts: all but cancelled orders. */
export const COUNTED_STATES = ORDER_STATE_CODES.filter((state) => state !== 'anulada');

/** Width of a step of the day's course, in minutes. */
export const COURSE_MINUTES = 15;

/** Without this many closings on a day there is no pace to calculate its end from. */
export const PACE_CLOSINGS = 20;

/** Number of days of the same weekday for the median «lo usual». With fewer, there is none. */
export const USUAL_DAYS = 4;

/** Days before today in the punctuality figure. */
export const PUNCTUALITY_DAYS = 14;

/** Rows of a list of the Dashboard: what several screens show. The rest is counted. */
export const MAX_FIGURE_ROWS = 100;

/** The largest groups of a breakdown. */
export const MAX_BREAKDOWN = 8;

/** Lines of «Actividad». */
export const MAX_ACTIVITY = 30;

/** Codes of orders that a line of «Actividad» names. */
export const MAX_NAMED_ORDERS = 12;

/** Each widget adds its own module. */
const OF_OFFICE = { office: { in: 'query', name: 'officeId' } } as const satisfies Partial<OperationPolicy>;

/** A past minute: the figures as they were then. Now without it. */
const asOf = { aLas: z.optional(moment) };

/** Without a day, the working day at that time. */
const ofDay = z.strictObject({ officeId, dia: z.optional(day), ...asOf });

const byState = countsBy(ORDER_STATE_CODES);

const failuresBy = z.array(z.object({ value: z.string(), name: z.string(), orders: z.int() }));

const todayFigures = z.object({
  /** The working day, and the time that the figures are of: now, or the past minute of the request. */
  day: z.string(),
  at: z.iso.datetime(),
  states: byState,
  /** The states of the day before at the same time of day; null for another day than today, or without orders. */
  before: z.nullable(byState),
  course: z.object({
    /** The beginning of the first step. */
    from: z.iso.datetime(),
    /** Closed orders at the end of each step up to `at`. */
    done: z.array(z.int()),
    /** Share of the orders usually closed at the end of each step of the day, in per mille. */
    usual: z.nullable(z.array(z.int())),
  }),
  /** The same share at `at`. */
  usual: z.nullable(z.int()),
  /** When all is done at the pace of the last hours; null without a pace. `to` is null beyond the next day. */
  end: z.nullable(
    z.object({
      from: z.iso.datetime(),
      to: z.nullable(z.iso.datetime()),
      /** Closings in an hour. */
      perHour: z.number(),
    }),
  ),
  /** The last time by which an open order was promised; null if none is open. */
  lastDue: z.nullable(z.iso.datetime()),
  /** Open orders whose time has passed. */
  late: z.int(),
  failures: z.object({ total: z.int(), reasons: failuresBy, districts: failuresBy }),
});

export type TodayFigures = z.infer<typeof todayFigures>;

/** `met` of the `due` orders were delivered within the window that they were first promised. */
const kept = { met: z.int(), due: z.int() };

const punctualityFigures = z.object({
  day: z.string(),
  ...kept,
  /** Orders whose first window is not over yet, and those that were promised without one. */
  pending: z.int(),
  without: z.int(),
  /** The day and those before it, oldest first. */
  days: z.array(z.object({ day: z.string(), ...kept })),
  /** By the hour in which the window begins. */
  hours: z.array(z.object({ hour: z.string(), ...kept })),
  /** Those with most broken promises first. */
  districts: z.array(z.object({ ubigeo: z.string(), name: z.string(), ...kept })),
});

export type PunctualityFigures = z.infer<typeof punctualityFigures>;

/** An amount in céntimos; null without the module that shows amounts. */
const hidden = z.nullable(z.int());

const courierFigures = z.object({
  id: z.string(),
  name: z.string(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  late: z.int(),
  /** On the way right now. */
  onTheWay: z.int(),
  /** Closings in an hour since the first one; null before there is a pace. */
  perHour: z.nullable(z.number()),
  /** When the open orders are done at that pace. */
  end: z.nullable(z.iso.datetime()),
  /** When the phone or the tracker last reached the service; null in the past, which is not stored. */
  seenAt: z.nullable(z.iso.datetime()),
  /**
   * The cash that the courier had then, also of earlier days, as in «Liquidación»; null for a day before today without a
   * minute, and if the entries have expired.
   */
  cash: hidden,
});

export type CourierFigures = z.infer<typeof courierFigures>;

const couriersFigures = z.object({
  day: z.string(),
  at: z.iso.datetime(),
  /** Those with most open orders first. */
  couriers: z.array(courierFigures),
  /** Couriers with orders, also those that are not listed. */
  total: z.int(),
  /** Orders of couriers that are not listed, and of no courier. */
  unlisted: z.int(),
  unassigned: z.int(),
});

export type CouriersFigures = z.infer<typeof couriersFigures>;

const moneyFigures = z.object({
  day: z.string(),
  /** Orders with a collection: of the day, delivered, and still to be visited. */
  orders: z.int(),
  collectedOrders: z.int(),
  openOrders: z.int(),
  /** Orders with a collection that failed, and orders without one. */
  failedOrders: z.int(),
  without: z.int(),
  /** To be collected by the open orders. */
  open: hidden,
  /** The amounts collected for the day's orders, by means. */
  means: z.array(z.object({ means: z.enum(COLLECTION_MEANS_CODES), amount: hidden, orders: z.int() })),
});

export type MoneyFigures = z.infer<typeof moneyFigures>;

const ofClients = {
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Why visits failed, the most frequent first. */
  reasons: failuresBy,
  /** To be collected, and collected, in céntimos. */
  due: z.int(),
  collected: z.int(),
};

const clientsFigures = z.object({
  day: z.string(),
  /** Those with most open orders first. */
  clients: z.array(z.object({ id: z.string(), name: z.string(), ...ofClients })),
  /** Clients with orders, also those that are not listed. */
  total: z.int(),
  /** All orders whose sender is not in the directory; null without any. */
  outside: z.nullable(z.object(ofClients)),
  /** Orders of clients that are not listed. */
  unlisted: z.int(),
});

export type ClientsFigures = z.infer<typeof clientsFigures>;

/** What one action did with some orders or drawn zones, or a courier with the day. */
const activityLine = z.object({
  at: z.iso.datetime(),
  actor,
  /** Whether the service did it, and no person. */
  bySystem: z.boolean(),
  what: z.union([
    z.enum(ORDER_CHANGE_CODES),
    z.enum(['salida', 'despachada', 'cierre', 'cerrada', 'confirmada', 'reabierta']),
    z.enum(['zona_creada', 'zona_editada', 'zona_quitada', 'zona_restaurada']),
  ]),
  orders: z.array(z.object({ id: z.string(), code: z.string() })),
  /** How many orders or zones, also those not named. */
  count: z.int(),
  /** Name of the zone, if it is one. */
  zone: z.optional(z.string()),
  /** Who received the orders, or whose day it is. */
  courier: z.nullable(z.string()),
});

export type ActivityLine = z.infer<typeof activityLine>;

const activity = z.object({
  /** Newest first. Acts of people come before those of the service. */
  lines: z.array(activityLine),
});

export type Activity = z.infer<typeof activity>;

/** The figures of the Dashboard. Each widget is an operation with its own module. */
export const dashboardOperations = {
  'dashboard.today': operation('GET', '/api/dashboard/today', {
    summary: 'Hoy: estados frente a ayer, avance frente a lo usual, cuándo se termina y por qué falló lo que falló',
    policy: { ...OF_OFFICE, access: ['D01'] },
    query: ofDay,
    response: todayFigures,
  }),
  'dashboard.punctuality': operation('GET', '/api/dashboard/punctuality', {
    summary: 'Entregas dentro del primer horario prometido: hoy, 14 días, por hora y por distrito',
    policy: { ...OF_OFFICE, access: ['D02'] },
    query: ofDay,
    response: punctualityFigures,
  }),
  'dashboard.couriers': operation('GET', '/api/dashboard/couriers', {
    summary: 'El avance de cada repartidor: ritmo, fin estimado, última señal y efectivo (los montos, con D05)',
    policy: { ...OF_OFFICE, access: ['D03'] },
    query: ofDay,
    response: couriersFigures,
  }),
  'dashboard.money': operation('GET', '/api/dashboard/money', {
    summary: 'El dinero del día: por cobrar y cobrado por medio (los montos, con D05)',
    policy: { ...OF_OFFICE, access: ['D04'] },
    query: ofDay,
    response: moneyFigures,
  }),
  'dashboard.clients': operation('GET', '/api/dashboard/clients', {
    summary: 'El avance de cada cliente: entregas, fallas por motivo y cobros',
    policy: { ...OF_OFFICE, access: ['D05'] },
    query: ofDay,
    response: clientsFigures,
  }),
  'dashboard.activity': operation('GET', '/api/dashboard/activity', {
    summary: 'Lo último que pasó con las órdenes, sin datos de las personas que las reciben',
    policy: { ...OF_OFFICE, access: ['D06'] },
    query: z.strictObject({ officeId, ...asOf }),
    response: activity,
  }),
};

/** The operation of each widget, by its module. */
export const DASHBOARD_WIDGETS = {
  D01: 'dashboard.today',
  D02: 'dashboard.punctuality',
  D03: 'dashboard.couriers',
  D04: 'dashboard.money',
  D05: 'dashboard.clients',
  D06: 'dashboard.activity',
} as const satisfies Partial<Record<ModuleCode, keyof typeof dashboardOperations>>;
