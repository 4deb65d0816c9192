import { type LatLng } from './plane.ts';
import data from './lima.json' with { type: 'json' };

/*
 * Lima and Callao as the demo draws them: placed by hand, accurate to about a hundred metres where residents would notice,
 * and simplified everywhere else. Latitude before longitude; coasts and rivers from north to south or from
 * the mouth upwards.
 */

/** A road with the values of OpenStreetMap's `highway`. */
export interface Road {
  name: string;
  detail: 'motorway' | 'trunk' | 'primary' | 'secondary';
  line: readonly LatLng[];
}

/** A rectangle of another use than streets: its centre, size in metres and rotation in degrees. */
export interface Area {
  name: string;
  kind:
    | 'park'
    | 'golf_course'
    | 'university'
    | 'cemetery'
    | 'stadium'
    | 'industrial'
    | 'aerodrome'
    | 'nature_reserve'
    | 'zoo'
    | 'hospital';
  at: LatLng;
  size: readonly [width: number, height: number];
  turn?: number;
}

interface Lima {
  coast: readonly LatLng[];
  /** From here westwards to the coast is Callao. */
  callaoBorder: readonly LatLng[];
  islands: readonly (readonly LatLng[])[];
  rivers: readonly { name: string; line: readonly LatLng[] }[];
  roads: readonly Road[];
  /** Hills without streets. */
  hills: readonly (readonly LatLng[])[];
  areas: readonly Area[];
  /** Districts beyond those of the demo's orders. */
  moreDistricts: readonly { name: string; at: LatLng }[];
  /** Bearing of the streets in degrees, where a district's differ visibly from north. */
  bearings: Readonly<Record<string, number>>;
  /** The built-up area, on the levels without streets. */
  urban: readonly LatLng[];
  /** Names that streets have in most districts of Lima, for generated streets. */
  streetNames: readonly string[];
}

// TypeScript reads a pair of numbers in JSON as a list of any length.
export const CITY = data as unknown as Lima;
