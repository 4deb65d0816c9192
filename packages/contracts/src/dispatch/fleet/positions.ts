import * as z from 'zod/mini';
import { codesOf } from '../platform/words.ts';

/** Maximum number of fixes in one request of a phone. */
const MAX_FIXES = 200;

/** Why a fix is not stored. */
export const FIX_REFUSALS = {
  future: 'su hora está en el futuro',
  too_old: 'es de hace más de dos días',
  outside: 'sus coordenadas no existen',
  no_signal: 'el teléfono no tenía señal de GPS',
  inaccurate: 'su precisión es peor que 2 km',
  before_start: 'es de antes de salir a ruta',
  after_end: 'es de después de cerrar la ruta',
} as const;

export type FixRefusal = keyof typeof FIX_REFUSALS;

/** Why a fix is stored and not shown: it is on no map, and the next one is not compared with it. */
export const FIX_DOUBTS = {
  abroad: 'está en el mar o fuera del Perú',
  far: 'está lejos de la provincia de la oficina',
  too_fast: 'está demasiado lejos de la anterior',
  speed: 'dice que iba a más de 200 km/h',
} as const;

export type FixDoubt = keyof typeof FIX_DOUBTS;

/** Why a message of a tracker, or a fix in it, cannot be read. */
export const UNREADABLE_FIXES = {
  format: 'su forma no se conoce',
  place: 'sus coordenadas no son números',
  time: 'su hora no se entiende',
  many: 'trae más de 200 posiciones',
} as const;

export type UnreadableFix = keyof typeof UNREADABLE_FIXES;

const fixRefusal = z.enum(codesOf(FIX_REFUSALS));

/** Wide enough for every wrong value of a device: impossible fixes are refused one by one, not with their request. */
const measured = z.number().check(z.minimum(-1e9), z.maximum(1e9));

/** Where a device was, as it measured it. */
const fix = z.strictObject({
  /** By the device's clock. */
  at: z.iso.datetime(),
  lat: measured,
  lng: measured,
  /** Radius in meters. */
  accuracy: measured,
  /** Meters a second. */
  speed: z.optional(z.nullable(measured)),
  /** Degrees from north, clockwise. */
  heading: z.optional(z.nullable(measured)),
});

export type Fix = z.infer<typeof fix>;

export const positionsBody = z.strictObject({
  fixes: z.array(fix).check(z.maxLength(MAX_FIXES)),
  /** Server's clock minus the device's, in milliseconds, if it was measured. */
  clockOffsetMs: z.optional(z.nullable(z.int().check(z.minimum(-1e12), z.maximum(1e12)))),
});

export type PositionsBody = z.infer<typeof positionsBody>;

export const positionsReceipt = z.object({
  /** Stored now or before, also doubtful ones: repeating a request stores nothing twice. */
  accepted: z.int(),
  refused: z.array(z.object({ index: z.int(), reason: fixRefusal })),
});

export type PositionsReceipt = z.infer<typeof positionsReceipt>;

/** The app that follows a courier all day, and its newest contact. */
export const courierTracker = z.object({
  connectedAt: z.iso.datetime(),
  /** Precise to a minute; null if nothing has arrived. */
  usedAt: z.nullable(z.iso.datetime()),
  /** The newest refused fix since the last accepted one. */
  refused: z.nullable(fixRefusal),
  /** Why the newest fix is stored and not shown. */
  doubted: z.optional(z.nullable(z.enum(codesOf(FIX_DOUBTS)))),
  /** What has arrived since it was connected and could not be read; null without any. */
  unreadable: z.optional(
    z.nullable(z.object({ count: z.int(), newest: z.enum(codesOf(UNREADABLE_FIXES)), at: z.iso.datetime() })),
  ),
  /** When the courier was informed: on the phone, or on paper by `by`. Null if nobody recorded it. */
  notice: z.optional(z.nullable(z.object({ at: z.iso.datetime(), by: z.nullable(z.string()) }))),
});

export type CourierTracker = z.infer<typeof courierTracker>;

/** Minutes without a position after which a courier counts as silent, unless the office sets others. */
export const DEFAULT_SILENCE = 10;

/** Minutes that an office may set. */
export const SILENCE_BOUNDS = { least: 1, most: 240 } as const;

/** How many hours a newest position is sent to the office. */
export const POSITION_HOURS = 12;

/** Most positions in one message, so that it stays below the gateway's limit for one event. */
export const POSITIONS_PER_MESSAGE = 1000;

/**
 * The newest positions of an office's couriers that changed since the last message. It has no id because it is never
 * replayed: a new stream starts with the current ones. At most one a second for each stream.
 */
export const positionsMoved = z.object({
  type: z.literal('positions.moved'),
  officeId: z.string(),
  positions: z.array(
    z.object({
      courierId: z.string(),
      /** Corrected by the measured offset of the device's clock. */
      at: z.iso.datetime(),
      lat: z.number(),
      lng: z.number(),
      /** Radius in meters, if the device reported it. */
      accuracy: z.nullable(z.number()),
      /** Kilometers an hour; absent if the device did not report it. */
      speed: z.optional(z.int()),
      /** Percent; absent if the device did not report it. */
      battery: z.optional(z.int()),
      /** The district whose centre is nearest; empty if none is near or the place is abroad. */
      district: z.string(),
    }),
  ),
});

export type PositionsMoved = z.infer<typeof positionsMoved>;
export type CourierPosition = PositionsMoved['positions'][number];
