import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { LIST_ANSWER, type OperationPolicy } from '../../policy.ts';
import { byId, day, inOffice, rowInOffice } from '../platform/fields.ts';
import { CSV_MEDIA_TYPE, GPX_MEDIA_TYPE } from '../platform/files.ts';
import { packedTrail } from './packed-trail.ts';
import { codesOf } from '../platform/words.ts';

/** Points of a trail: all fixes of 16 hours, one each ten seconds. More are thinned out. */
export const MAX_TRAIL_POINTS = 6000;

/** Points of each courier where all of a day are shown. */
export const MAX_DAY_POINTS = 120;

/** Gaps of each courier there; more are joined across the shortest known ways. With 2,000 couriers that is 2 MB. */
export const MAX_DAY_GAPS = 100;

export const TRAIL_FORMATS = {
  gpx: { name: 'GPX', mediaType: GPX_MEDIA_TYPE },
  csv: { name: 'CSV', mediaType: CSV_MEDIA_TYPE },
} as const;

export type TrailFormat = keyof typeof TRAIL_FORMATS;

/** Seconds since 1970. */
const seconds = z.int();

/** From «Salí a ruta» to «Cierre». The end is null while the day is not closed. */
const work = z.object({ from: seconds, to: z.nullable(seconds) });

const period = z.object({ from: seconds, to: seconds });

/** The trail of a courier's working day, of the fixes between «Salí a ruta» and «Cierre». */
const courierTrail = z.object({
  courier: z.object({ id: z.string(), name: z.string() }),
  day: z.string(),
  /** Null if the courier did not press «Salí a ruta» on that day. */
  work: z.nullable(work),
  points: packedTrail,
  /** Where the courier stayed for minutes, by time. */
  stops: z.array(z.extend(period, { lat: z.number(), lng: z.number() })),
  /** Periods without fixes: the way is not known. */
  gaps: z.array(period),
  /** Fixes that are impossible: too far from those before and after them. */
  leftOut: z.int(),
});

export type CourierTrail = z.infer<typeof courierTrail>;

/** Times as the differences of `differencesOf`, in seconds. */
const times = z.array(z.int());

/** The couriers of a working day with the data to replay it. */
const dayTrails = z.object({
  day: z.string(),
  /** The first day whose positions are still stored as a whole. */
  oldestDay: z.string(),
  /** The couriers who pressed «Salí a ruta» on that day, by name. */
  couriers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      work,
      /** At most `MAX_DAY_POINTS`, so that the place at any time can be estimated from the two around it. */
      points: packedTrail,
      /** How many stops of some minutes there were. */
      stops: z.int(),
      /** At most `MAX_DAY_GAPS`, as `packPeriods` packs them. */
      gaps: times,
      /** When orders were delivered and not delivered, as is known now; null without U01. */
      visits: z.nullable(z.object({ delivered: times, failed: times })),
    }),
  ),
});

export type DayTrails = z.infer<typeof dayTrails>;

/** Policy of couriers' trails: module M01, in the office that the query names. */
const TRAILS = { access: ['M01'], office: { in: 'query', name: 'officeId' } } as const satisfies OperationPolicy;

/** «Seguir», «Recorrido» and «Repetir el día». Each call is logged, because it shows personal data of workers. */
export const trailOperations = {
  'trails.day': operation('GET', '/api/trails', {
    summary: 'Los repartidores de un día de trabajo con su recorrido abreviado, sus silencios y sus entregas',
    policy: { ...TRAILS, answerBytes: LIST_ANSWER },
    /** `dia`: the working day; today's by default. */
    query: z.strictObject({ ...inOffice.shape, dia: z.optional(day) }),
    response: dayTrails,
  }),
  'trails.courier': operation('GET', '/api/couriers/:id/trail', {
    summary: 'El recorrido de un repartidor entre «Salí a ruta» y «Cierre»: paradas, silencios y lo descartado',
    policy: { ...TRAILS },
    params: byId,
    query: z.strictObject({ ...inOffice.shape, dia: z.optional(day) }),
    response: courierTrail,
  }),
  'trails.follow': operation('POST', '/api/couriers/:id/follow', {
    summary: 'Anota que se sigue a un repartidor en el mapa',
    policy: { ...TRAILS },
    ...rowInOffice,
    response: z.object({}),
  }),
  'trails.file': operation('GET', '/api/couriers/:id/trail/file', {
    summary: 'Descarga el recorrido de un repartidor en un día, en GPX o CSV (cargo S)',
    policy: { ...TRAILS, charge: 'S', answerBytes: LIST_ANSWER },
    params: byId,
    query: z.strictObject({
      ...inOffice.shape,
      dia: z.optional(day),
      formato: z.enum(codesOf(TRAIL_FORMATS)),
    }),
    response: { stream: CSV_MEDIA_TYPE, file: [CSV_MEDIA_TYPE, GPX_MEDIA_TYPE] },
  }),
};
