import { districtKey, provinceOf } from '@despacho/contracts/dispatch';
import { DISTRICTS, PROVINCES } from './districts.ts';

/** @returns the code of the only province, or of the province of the only district, with this name. */
export function provinceNamed(name: string): string | undefined {
  const key = districtKey(name);
  const provinces = PROVINCES.filter((each) => districtKey(each.name) === key);
  if (provinces.length === 1) return provinces[0]?.code;
  const match = DISTRICTS.find(name);
  return match.kind === 'found' ? provinceOf(match.district.ubigeo) : undefined;
}
