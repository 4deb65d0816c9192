import { metersBetween, type Point } from './distance.ts';
import { type DistrictIndex, isInCity } from './district-index.ts';
import { type District } from './districts.ts';
import { isInPeru } from './peru.ts';
import { type Corner, zoneFinder } from './zone-geometry.ts';

/** Distance (km) from its district above which a place is doubtful. Districts of Lima are up to 20 km long. */
const DOUBTFUL_KM = 10;

/**
 * Default distance (km) from the district and from the office's province above which a place is rejected.
 */
export const MAX_PLACE_KM = 80;

/** Degrees around 0, 0 that count as zero, which devices and spreadsheets write for a missing place. */
const ZERO_DEGREES = 0.5;

export type PlaceFault = 'zero' | 'sign' | 'swapped' | 'abroad' | 'far';

export type PlaceVerdict =
  | { kind: 'plausible' }
  /** Accepted and shown as doubtful. `km` from the centre of its district. */
  | { kind: 'doubtful'; km: number }
  /** Rejected. `suggestion` is the place that was probably meant, if that one would be accepted. */
  | { kind: 'implausible'; fault: PlaceFault; km: number; suggestion: Point | null };

/** The references that a place is compared with. */
export interface PlaceScope {
  /** The district of the same address. */
  district: District;
  /** The districts of the office's province and city; none if it is unknown. */
  home: readonly Point[];
  /** Kilometres. */
  maxKm: number;
}

/** @returns the districts of the office's province and city. */
export const homeDistricts = (all: readonly District[], province: string | null | undefined): District[] =>
  province ? all.filter(({ ubigeo }) => isInCity(province, ubigeo)) : [];

const kmBetween = (one: Point, other: Point): number => metersBetween(one, other) / 1000;

/** @returns the distance (km) from a district's centre within which a place is plausible. */
export const nearKm = ({ within = 0 }: Pick<District, 'within'>): number => DOUBTFUL_KM + within;

type Near = Point & Pick<District, 'within'>;

/** @returns whether a place is near one of some districts, within `maxKm` of one, or where else it is. */
function reachOf(point: Point, districts: readonly Near[], maxKm: number): 'near' | 'reached' | 'far' | 'abroad' {
  const isWithin = (kmOf: (each: Near) => number): boolean =>
    districts.some((each) => kmBetween(point, each) <= kmOf(each));
  if (isWithin(() => DOUBTFUL_KM)) return 'near';
  if (!isInPeru(point)) return 'abroad';
  if (isWithin(nearKm)) return 'near';
  return isWithin(({ within = 0 }) => maxKm + within) ? 'reached' : 'far';
}

function placeAt(point: Point, { district, home, maxKm }: PlaceScope): PlaceVerdict['kind'] {
  const reach = reachOf(point, [district], maxKm);
  if (reach === 'near') return 'plausible';
  const isDoubtful = reach === 'reached' || (reach === 'far' && home.some((each) => kmBetween(point, each) <= maxKm));
  return isDoubtful ? 'doubtful' : 'implausible';
}

/**
 * Decides whether somebody who works for an office can be at a place, which has no address to compare it with.
 * @param districts of the office's province and of what is carried; with none only the country counts.
 * @returns why the place is doubtful; null for a plausible one.
 */
export function placeDoubt(point: Point, districts: readonly Near[], maxKm: number): 'far' | 'abroad' | null {
  const reach = reachOf(point, districts, maxKm);
  if (reach === 'abroad') return reach;
  return reach === 'far' && districts.length > 0 ? reach : null;
}

/**
 * Decides whether a place can belong to an address in a district. Forms, imports, pins, the service, phones and the
 * geocoder all use this function.
 * @returns plausible near the district's centre, with a tolerance if that is vague; implausible in another country, or
 * far from both the district and the office's province; otherwise doubtful.
 */
export function judgePlace(point: Point, scope: PlaceScope): PlaceVerdict {
  const { lat, lng } = point;
  const km = kmBetween(point, scope.district);
  const kind = placeAt(point, scope);
  if (kind !== 'implausible') return kind === 'plausible' ? { kind } : { kind, km };
  const of = (fault: PlaceFault, suggestion: Point | null): PlaceVerdict => ({ kind, fault, km, suggestion });
  if (Math.abs(lat) < ZERO_DEGREES && Math.abs(lng) < ZERO_DEGREES) return of('zero', null);
  // In all of Peru both numbers are negative.
  const [y, x] = [-Math.abs(lat), -Math.abs(lng)];
  const signed = { lat: y, lng: x };
  if (placeAt(signed, scope) !== 'implausible') return of('sign', signed);
  const swapped = { lat: x, lng: y };
  if (placeAt(swapped, scope) !== 'implausible') return of('swapped', swapped);
  return of(isInPeru(point) ? 'far' : 'abroad', null);
}

/**
 * Decides whether a zone can be of an office, by the same limits: a part of it may be at sea or abroad.
 * @param districts of the office's province; with none only the country counts.
 * @param around places that a zone without a plausible corner may enclose.
 */
export function zoneDoubt(
  corners: readonly Corner[],
  { districts, around, maxKm }: { districts: readonly Near[]; around: readonly Point[]; maxKm: number },
): 'far' | 'abroad' | null {
  const isOf = (places: readonly Near[]): boolean =>
    corners.some(([lat, lng]) => placeDoubt({ lat, lng }, places, maxKm) === null);
  if (isOf(districts)) return null;
  const find = zoneFinder([{ id: 0, corners }]);
  if (around.some(({ lat, lng }) => find({ lat, lng, approximate: false }).length > 0)) return null;
  return isOf([]) ? 'far' : 'abroad';
}

/** A place and the code of its address's district. */
export interface LocatedPoint extends Point {
  ubigeo: string;
}

export type PlaceJudge = (place: LocatedPoint) => PlaceVerdict;

/**
 * @param province code of the office's province.
 * @returns the verdict on places of the office; plausible where the district is unknown, which is rejected elsewhere.
 */
export function createPlaceJudge(
  districts: DistrictIndex,
  province: string | null | undefined,
  maxKm: number,
): PlaceJudge {
  const home = homeDistricts(districts.all, province);
  return ({ ubigeo, lat, lng }) => {
    const district = districts.of(ubigeo);
    return district ? judgePlace({ lat, lng }, { district, home, maxKm }) : { kind: 'plausible' };
  };
}

/** @returns a distance for people: «1,234 km». */
const inKm = (km: number): string => `${Math.round(km).toLocaleString('es-PE', { useGrouping: 'always' })} km`;

/** @returns why a place is doubtful or rejected, in Spanish; an empty text for a plausible one. */
export function placeReason(verdict: PlaceVerdict, { name }: Pick<District, 'name'>): string {
  if (verdict.kind === 'plausible') return '';
  if (verdict.kind === 'doubtful') return `La ubicación queda a ${inKm(verdict.km)} del centro de ${name}`;
  switch (verdict.fault) {
    case 'zero':
      return 'La ubicación es 0, 0: no es un lugar del Perú';
    case 'sign':
      return 'A la ubicación le falta el signo menos';
    case 'swapped':
      return 'Latitud y longitud están cambiadas';
    case 'abroad':
      return 'La ubicación queda en el mar o fuera del Perú';
    case 'far':
      return `La ubicación queda a ${inKm(verdict.km)} de ${name} y lejos de la provincia de la oficina`;
  }
}
