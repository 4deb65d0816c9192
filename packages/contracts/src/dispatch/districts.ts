import { AREQUIPA_DISTRICTS, type DistrictRow, LIMA_DISTRICTS, TRUJILLO_DISTRICTS } from './district-data.ts';

export interface DistrictOf {
  ubigeo: string;
  name: string;
  province: 'Lima' | 'Arequipa' | 'Trujillo';
  /** The centre, where an order without its own coordinates is shown, marked «ubicación aproximada». */
  lat: number;
  lng: number;
}

const of = (province: DistrictOf['province'], rows: readonly DistrictRow[]): DistrictOf[] =>
  rows.map(([ubigeo, name, lat, lng]) => ({ ubigeo, name, province, lat, lng }));

/** The districts served, by province and code. */
export const DISTRICTS: readonly DistrictOf[] = [
  ...of('Lima', LIMA_DISTRICTS),
  ...of('Arequipa', AREQUIPA_DISTRICTS),
  ...of('Trujillo', TRUJILLO_DISTRICTS),
];

const byCode = new Map(DISTRICTS.map((each) => [each.ubigeo, each]));

/** @returns the district with this INEI code, or undefined. */
export const districtOf = (ubigeo: string): DistrictOf | undefined => byCode.get(ubigeo);

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Finds a district by code, or by name regardless of case and accents.
 * @param province decides between two provinces with the same district name (Miraflores, Santa Rosa); without it, such
 * a name matches nothing.
 */
export function findDistrict(text: string, province?: string): DistrictOf | undefined {
  const wanted = plain(text);
  const named = DISTRICTS.filter((each) => each.ubigeo === wanted || plain(each.name) === wanted);
  const here = named.filter((each) => each.province === province);
  if (here.length === 1) return here[0];
  return named.length === 1 ? named[0] : undefined;
}
