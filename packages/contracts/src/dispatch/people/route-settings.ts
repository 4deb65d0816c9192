import * as z from 'zod/mini';
import { line } from '../../text.ts';
import { latitude, longitude } from '../platform/fields.ts';
import { codesOf } from '../platform/words.ts';

/** What an office wants of the order of stops, with the words of the screen. */
export const ROUTE_OBJECTIVES = {
  'fewest-late': 'Menos retrasos',
  'fewest-km': 'Menos kilómetros',
  'even-loads': 'Cargas parejas',
} as const;

export type RouteObjective = keyof typeof ROUTE_OBJECTIVES;

export const DEFAULT_OBJECTIVE: RouteObjective = 'fewest-late';

/** Where a route ends, with the words of the screen. */
export const ROUTE_ENDS = {
  free: 'En la última parada',
  start: 'De vuelta en el punto de partida',
} as const;

export type RouteEnd = keyof typeof ROUTE_ENDS;

export const DEFAULT_ROUTE_END: RouteEnd = 'free';

/** Minutes at a door: what an office may set, and the default. */
export const DOOR_MINUTES = { least: 0, most: 60, standard: 5 } as const;

/** Where the couriers of an office start. Not the home of one of them: it is the same for all. */
export const startingPoint = z.strictObject({ address: line(240), lat: latitude, lng: longitude });

export type StartingPoint = z.infer<typeof startingPoint>;

/** The settings of routes, as an edit states them. */
export const routeSettings = {
  /** Null: a route starts where its courier is. */
  startingPoint: z.nullable(startingPoint),
  objective: z.enum(codesOf(ROUTE_OBJECTIVES)),
  doorMinutes: z.int().check(z.minimum(DOOR_MINUTES.least), z.maximum(DOOR_MINUTES.most)),
  routeEnd: z.enum(codesOf(ROUTE_ENDS)),
};
