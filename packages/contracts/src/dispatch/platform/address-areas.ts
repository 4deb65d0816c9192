import { ALIASES } from './district-aliases.ts';
import { type DistrictIndex, isInCity } from './district-index.ts';
import { type District, provinceOf } from './districts.ts';
import { plain } from '../../normal-form/fold.ts';
import { type AddressAreas } from '../../normal-form/parse-address.ts';

/** What addresses in a district are compared with. */
export interface DistrictAreas extends AddressAreas {
  /** Codes of the districts of the same city, by their names. */
  city: ReadonlyMap<string, string>;
}

/** Names of a district, by which addresses state it: «Santiago de Surco», «Surco»; «Cercado» for the seat of a province. */
function namesOf({ ubigeo, name, province }: District): string[] {
  const aliases = ALIASES.flatMap(([code, ...names]) => (code === ubigeo ? names : []));
  const seat = ubigeo.endsWith('01') ? ['cercado', 'cercado de', ''].map((word) => `${word} ${province}`.trim()) : [];
  return [name, ...aliases, ...seat, ...(seat.length > 0 ? ['cercado', `${province} cercado`] : [])].map(plain);
}

/**
 * @returns a function that gives the names of areas for the addresses of a district (its code): known are the districts of
 * the same city and all provinces and departments. Names are collected once for each district.
 */
export function addressAreas(districts: DistrictIndex): (ubigeo: string) => DistrictAreas | undefined {
  const regions = new Set(districts.all.flatMap(({ province, department }) => [province, department]).map(plain));
  const byDistrict = new Map<string, DistrictAreas>();
  return (ubigeo) => {
    const district = districts.of(ubigeo);
    if (!district) return undefined;
    let areas = byDistrict.get(ubigeo);
    if (!areas) {
      const near = districts.all.filter((each) => isInCity(provinceOf(ubigeo), each.ubigeo));
      const city = new Map(near.flatMap((each) => namesOf(each).map((name) => [name, each.ubigeo])));
      const own = [...namesOf(district), plain(district.province), plain(district.department), 'peru'];
      areas = { known: new Set([...regions, ...city.keys()]), own: new Set(own), city };
      byDistrict.set(ubigeo, areas);
    }
    return areas;
  };
}
