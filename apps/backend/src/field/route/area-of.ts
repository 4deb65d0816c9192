import { DEGREE_METERS, type MapArea, metersBetween, nearKm, type Point } from '@despacho/contracts/dispatch';
import { DISTRICTS } from '#platform/districts/districts.ts';

/** Meters around a stop, and around the centre of its district, that belong to the area. */
const AROUND_STOP = 2000;
const AROUND_CENTRE = 4000;

const squareAround = ({ lat, lng }: Point, meters: number): MapArea => {
  const north = meters / DEGREE_METERS;
  const east = north / Math.cos((lat * Math.PI) / 180);
  return { west: lng - east, south: lat - north, east: lng + east, north: lat + north };
};

/**
 * @param stops a place that is far from its district is a mistake, and does not enlarge the area.
 * @returns the area of the stops and the centres of their districts with a margin; undefined without stops.
 */
export function areaOf(stops: readonly (Point & { ubigeo: string })[]): MapArea | undefined {
  const squares = stops.flatMap((stop) => {
    const district = DISTRICTS.of(stop.ubigeo);
    if (!district) return [];
    const isNear = metersBetween(stop, district) <= nearKm(district) * 1000;
    return [squareAround(district, AROUND_CENTRE), ...(isNear ? [squareAround(stop, AROUND_STOP)] : [])];
  });
  if (squares.length === 0) return undefined;
  return {
    west: Math.min(...squares.map(({ west }) => west)),
    south: Math.min(...squares.map(({ south }) => south)),
    east: Math.max(...squares.map(({ east }) => east)),
    north: Math.max(...squares.map(({ north }) => north)),
  };
}
