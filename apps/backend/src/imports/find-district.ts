import { type DistrictOf, DISTRICTS, findDistrict } from '@despacho/contracts/dispatch';
import { fold } from '../fold.ts';
import { bad, type Read } from './read-values.ts';

/** Edit distance between two words, up to `most`. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      line.push(Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + same));
    }
    above = line;
  }
  return above[other.length] ?? most + 1;
}

/** Common abbreviations. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^s\.?\s?j\.?\s?l\.?$/, 'san juan de lurigancho'],
  [/^s\.?\s?m\.?\s?p\.?$/, 'san martin de porres'],
  [/^v\.?\s?e\.?\s?s\.?$/, 'villa el salvador'],
  [/^v\.?\s?m\.?\s?t\.?$/, 'villa maria del triunfo'],
  [/^s\.?\s?j\.?\s?m\.?$/, 'san juan de miraflores'],
  [/^(cercado|cercado de lima|lima cercado)$/, 'lima'],
  [/^surco$/, 'santiago de surco'],
];

const MAX_DISTANCE = 2;

/** Districts with normalized names and provinces. */
const FOLDED = DISTRICTS.map((district) => ({
  district,
  name: fold(district.name),
  province: fold(district.province),
}));

const nearest = (text: string): DistrictOf | undefined =>
  FOLDED.map(({ district, name }) => ({ district, slips: distance(text, name, MAX_DISTANCE) }))
    .filter(({ slips }) => slips <= MAX_DISTANCE)
    .sort((one, other) => one.slips - other.slips)[0]?.district;

/**
 * Finds the district of a line by UBIGEO, name, a common abbreviation, or name and province («Miraflores, Arequipa»).
 * @param province of the office; decides between equal names in several provinces.
 */
export function readDistrict(text: string, province: string | undefined): Read<DistrictOf> {
  const folded = fold(text);
  const whole = SHORT.find(([pattern]) => pattern.test(folded))?.[1] ?? folded;
  const [name = '', ...rest] = whole.split(/[,(/-]/).map((part) => part.trim());
  const words = new Set(rest.map((part) => part.replace(')', '')));
  const namedProvince = FOLDED.find(({ province: each }) => words.has(each))?.district.province;
  const found = findDistrict(whole, province) ?? findDistrict(name, namedProvince ?? province);
  if (found) return { value: found };
  const same = FOLDED.filter((each) => each.name === name).map(({ district }) => district);
  if (same.length > 1)
    return bad(
      'Hay más de un distrito con ese nombre',
      `Escriba su UBIGEO: ${same.map((each) => `${each.ubigeo} (${each.province})`).join(' o ')}`,
    );
  if (/^\d+$/.test(folded)) return bad('No se atiende un distrito con ese UBIGEO', 'Revise los seis dígitos del INEI');
  const likely = nearest(name);
  return bad(
    'No se conoce ese distrito',
    likely ? `¿Quiso decir «${likely.name}»?` : 'Escriba el nombre completo o el UBIGEO',
  );
}
