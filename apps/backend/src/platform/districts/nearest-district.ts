import { DEGREE_METERS, type Point } from '@despacho/contracts/dispatch';
import { DISTRICTS } from './districts.ts';

/** A point further from every centre is outside the country. */
const MAX_METERS = 120_000;

/** @returns the name of the district whose centre is nearest; empty if none is near. */
export function nearestDistrict({ lat, lng }: Point): string {
  const width = Math.cos((lat * Math.PI) / 180);
  let nearest = '';
  let least = (MAX_METERS / DEGREE_METERS) ** 2;
  for (const district of DISTRICTS.all) {
    const square = (district.lat - lat) ** 2 + ((district.lng - lng) * width) ** 2;
    if (square >= least) continue;
    least = square;
    nearest = district.name;
  }
  return nearest;
}
