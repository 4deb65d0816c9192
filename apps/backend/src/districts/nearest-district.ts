import { DISTRICTS } from './districts.ts';

/** Kilometers of a degree of latitude. */
const DEGREE_KM = 111.2;
/** A point further from every centre is outside the country. */
const MAX_KM = 120;

/** @returns the name of the district whose centre is nearest; empty if none is near. */
export function nearestDistrict({ lat, lng }: { lat: number; lng: number }): string {
  const width = Math.cos((lat * Math.PI) / 180);
  let nearest = '';
  let least = (MAX_KM / DEGREE_KM) ** 2;
  for (const district of DISTRICTS.all) {
    const square = (district.lat - lat) ** 2 + ((district.lng - lng) * width) ** 2;
    if (square >= least) continue;
    least = square;
    nearest = district.name;
  }
  return nearest;
}
