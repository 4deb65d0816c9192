import { type Exactness, isExactDegree, type OfficeTime, type Point } from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type TravelCurve } from './travel-curve.ts';

/** A place to travel to. What is known vaguely is a place for each stop, even at the coordinates of another one. */
export interface RoutePlace extends Point {
  /** Meters around it in which the door has to be searched; 0 if it is known to the block or better. */
  radius: number;
}

/** @returns the place of a stop, with the radius of one that is known less exactly than to the block. */
export const routePlace = ({ lat, lng }: Point, { degree, radius }: Exactness): RoutePlace => ({
  lat,
  lng,
  radius: isExactDegree(degree) ? 0 : radius,
});

/**
 * Travel between places, row by row: from place `i` to place `j` is element `i * places + j`. Every number is finite and not
 * negative. The solver of routes has the same type; this group cannot import from there.
 */
export interface Travel {
  places: number;
  metres: Float64Array;
  minutes: Float64Array;
}

/** How travel was measured: straight lines, the operator's server, or a test. */
export type TravelKind = 'direct' | 'osrm' | 'fake';

/** What `travelOf` needs: a few numbers, and the table of a server, of some hundred places. Can be sent to a thread. */
export interface Measurement {
  places: readonly RoutePlace[];
  curve: TravelCurve;
  /** What a server answered, in the order of `Travel`; NaN for pairs without a usable answer. */
  table?: Travel;
  /** `direct` if nothing of the server's answers is used. */
  kind: TravelKind;
  /** Whether a configured server did not answer for all pairs, or was not asked because there are too many. */
  fellBack: boolean;
}

export interface MeasureFor {
  /** Its own figures and hours count. */
  office: OfficeKey & Pick<OfficeTime, 'timeZone'>;
  /** When people will travel. */
  at: Date;
  /** Stops waiting for the server. */
  signal: AbortSignal;
}

export interface Distances {
  /**
   * Prepares travel between places. Reads the office's figures and calls the server, if there is one, for at
   * most 1.5 seconds. A server that fails is not an error.
   * @returns what `travelOf` computes the travel from, which takes 0.4 s of CPU for 2,000 places: in a thread, for more than a few.
   * @throws the signal's reason.
   */
  measure: (places: readonly RoutePlace[], asked: MeasureFor) => Promise<Measurement>;
}
