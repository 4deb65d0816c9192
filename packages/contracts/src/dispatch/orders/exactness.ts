import * as z from 'zod/mini';
import { type District } from '../platform/districts.ts';
import { metersBetween, type Point } from '../platform/distance.ts';
import { codesOf } from '../platform/words.ts';

/** How exactly a place is known, the most exact one first, with the text shown. */
export const PLACE_DEGREES = {
  puerta: 'Puerta',
  cuadra: 'Cuadra',
  calle: 'Calle',
  urbanizacion: 'Urbanización',
  distrito: 'Distrito',
} as const;

export type PlaceDegree = keyof typeof PLACE_DEGREES;

export const PLACE_DEGREE_CODES = codesOf(PLACE_DEGREES);

/** Where a place comes from, the most trusted source first, with the text shown. */
export const PLACE_ORIGINS = {
  persona: 'Marcada por una persona',
  antes: 'Usada antes',
  visitas: 'Confirmada por visitas',
  archivo: 'Del archivo o sistema de origen',
  interpolada: 'Entre puertas conocidas',
  geocodificador: 'Encontrada por la dirección',
  distrito: 'Centro del distrito',
} as const;

export type PlaceOrigin = keyof typeof PLACE_ORIGINS;

export const PLACE_ORIGIN_CODES = codesOf(PLACE_ORIGINS);

/** How exactly a place is known, and from what. */
export const exactness = z.object({
  degree: z.enum(PLACE_DEGREE_CODES),
  source: z.enum(PLACE_ORIGIN_CODES),
  /** The place is within this many meters. */
  radius: z.int(),
});

export type Exactness = z.infer<typeof exactness>;

/** Meters that a place of a degree is off at most. Those of a street, a neighbourhood and a district depend on which one. */
export const DEGREE_RADIUS = { puerta: 25, cuadra: 100 } as const;

/** Meters within which a street of unknown length is searched, and the most for any street. */
export const STREET_RADIUS = { unknown: 500, most: 1000 } as const;

/** The fewest meters of a neighbourhood. */
export const NEIGHBOURHOOD_RADIUS = 250;

/** Meters from the centre of a district of usual size. */
const DISTRICT_RADIUS = 3000;

/** A place above these meters has to be located by a person, unless it is at least known to the block. */
export const LOCATED_METERS = 300;

/** @returns whether a place is known to the block or better. Other places are `approximate`, and shown as such. */
export const isExactDegree = (degree: PlaceDegree): boolean => degree === 'puerta' || degree === 'cuadra';

/** @returns the meters around its centre in which an address of a district lies. */
export const districtRadius = ({ within }: Pick<District, 'within'>): number =>
  within === undefined ? DISTRICT_RADIUS : within * 1000;

/** @returns the exactness of a district's centre. */
export const districtExactness = (district: Pick<District, 'within'>): Exactness => ({
  degree: 'distrito',
  source: 'distrito',
  radius: districtRadius(district),
});

/** @returns the exactness of a place as known to the door or the block. */
export const exactAs = (degree: keyof typeof DEGREE_RADIUS, source: PlaceOrigin): Exactness => ({
  degree,
  source,
  radius: DEGREE_RADIUS[degree],
});

/**
 * @param isContested whether its candidates disagree.
 * @returns the fields of an order whose place is known so exactly.
 */
export const placeFields = ({ degree, source, radius }: Exactness, isContested = false) => ({
  approximate: !isExactDegree(degree),
  placeDegree: degree,
  placeSource: source,
  placeRadius: radius,
  placeContested: isContested,
});

/** A place as it is stored. The last three are null in rows of releases that did not have them. */
export interface StoredPlace extends Point {
  approximate: boolean;
  placeDegree: PlaceDegree | null;
  placeSource: PlaceOrigin | null;
  placeRadius: number | null;
}

/**
 * Reads the exactness of a stored place. One without a degree was exact, the centre of its district, or found by a
 * geocoder.
 * @param district of the address; undefined if its code is unknown.
 */
export function exactnessOf(place: StoredPlace, district: District | undefined): Exactness {
  const { approximate, placeDegree: degree, placeSource: source, placeRadius: radius } = place;
  if (degree !== null && source !== null && radius !== null) return { degree, source, radius };
  if (!approximate) return exactAs('puerta', 'antes');
  if (!district || metersBetween(place, district) < 1) return districtExactness(district ?? {});
  return { degree: 'calle', source: 'geocodificador', radius: STREET_RADIUS.unknown };
}

/** @returns whether a person has to locate a place: it is known too vaguely, or its candidates disagree. */
export const isToLocate = ({ degree, radius }: Exactness, isContested: boolean): boolean =>
  isContested || (!isExactDegree(degree) && radius > LOCATED_METERS);

/**
 * @param place meters of a place that is known to the block or better; null if an earlier release stored it.
 * @param office meters within which the office counts an arrival.
 * @returns the meters within which a stop is reached.
 */
export const arrivalRadius = (place: number | null, office: number): number =>
  Math.max(office, place ?? DEGREE_RADIUS.puerta);

/**
 * The limits of «lejos de la dirección» are for doors, which may be off by the radius of a door.
 * @param meters between a visit or photo and the place of its address.
 * @returns the meters that count; null for places that are known less exactly than to the block.
 */
export const metersBeyond = ({ degree, radius }: Exactness, meters: number): number | null =>
  isExactDegree(degree) ? Math.max(0, meters - Math.max(0, radius - DEGREE_RADIUS.puerta)) : null;
