import { ALIASES, SHORT_WORDS } from './district-aliases.ts';
import { areaOf, type District, provinceOf } from './districts.ts';
import { fold, plain } from '../../normal-form/fold.ts';

/** The result of parsing text as a district. */
type DistrictMatch =
  | { kind: 'found'; district: District }
  /** Several districts have this name, none of them in the office's province. */
  | { kind: 'ambiguous'; options: readonly District[] }
  /** With districts of a similar name, the most similar first. */
  | { kind: 'unknown'; similar: readonly District[] };

/** What an address states about its district. */
type AddressMatch =
  /** The only district named after a comma or at the end, in the office's city or with its province or department. */
  | { kind: 'certain'; district: District }
  /** Several districts, the name of a city, or a district elsewhere. The most likely ones first. */
  | { kind: 'doubtful'; options: readonly District[] }
  | { kind: 'none' };

export interface DistrictIndex {
  all: readonly District[];
  of: (ubigeo: string) => District | undefined;
  /**
   * Reads a district's code, name, abbreviation or zone, optionally with its province or department («Miraflores,
   * Arequipa»).
   * @param near code of the office's province, which decides between equal names.
   */
  find: (text: string, near?: string | null) => DistrictMatch;
  /** Reads the district at the end of an address: «Av. Perú 123, San Martín de Porres, Lima». */
  inAddress: (address: string, near?: string | null) => AddressMatch;
  /** @returns the codes of provinces and departments with this name. */
  areasOf: (text: string) => readonly string[];
  /** @returns the districts that contain all words in their names or area: those of the office's province first. */
  search: (text: string, near?: string | null) => District[];
  /** @returns a district's name, with its area if others have the same name and none is in the office's province. */
  labelOf: (district: District, near?: string | null) => string;
  /** @returns the codes of districts that this text names by other letters than their name: «S.J.L.», «Sta. Anita». */
  named: (text: string) => readonly string[];
}

/** Lima and Callao are one city in two provinces. */
const METROPOLIS = ['1501', '0701'];

/** @returns whether a district is in the province, or in the same city. */
export const isInCity = (province: string, ubigeo: string): boolean =>
  provinceOf(ubigeo) === province || (METROPOLIS.includes(province) && METROPOLIS.includes(provinceOf(ubigeo)));

/** @returns whether a district of Callao is in an address that says Lima, or the other way around. */
const isSameCity = ({ ubigeo }: District, codes: readonly string[]): boolean =>
  METROPOLIS.includes(provinceOf(ubigeo)) && codes.some((code) => METROPOLIS.some((each) => each.startsWith(code)));

/** @returns 0 for a district of the province, 1 for one of the same city, 2 otherwise. */
function distanceTo(near: string | null | undefined, { ubigeo }: District): number {
  if (provinceOf(ubigeo) === near) return 0;
  return near && isInCity(near, ubigeo) ? 1 : 2;
}

/** @returns a name in the form in which names are compared: «S.J.L.» as «sjl», «Sta. Anita» as «santa anita». */
export const districtKey = (text: string): string =>
  plain(text)
    .replace(/^(?:distrito|dist) (?:de )?(?=.)/, '')
    .replace(/\b\p{L}(?: \p{L}\b)+/gu, (initials) => initials.replaceAll(' ', ''))
    .split(' ')
    .map((word, _, words) => (words.length > 1 && Object.hasOwn(SHORT_WORDS, word) ? SHORT_WORDS[word] : word))
    .join(' ');

const SEPARATORS = /[,;/|()–—]| - /;
/** A hyphen may also be part of a name: «Rupa-Rupa». */
const SEPARATORS_AND_HYPHEN = /[,;/|()–—-]/;

const partsOf = (text: string, separators: RegExp): string[] =>
  text
    .split(separators)
    .map(districtKey)
    .filter((part) => part !== '');

const MAX_DISTANCE = 2;
const MAX_SIMILAR = 3;
/** Characters of an address that are read: those of orders are shorter. */
const MAX_ADDRESS = 400;
/** Number of words in the longest names. */
const MAX_WORDS = 6;
/** No name is longer. */
const MAX_NAME = 60;

/** Edit distance between two words, up to `MAX_DISTANCE` + 1. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_DISTANCE) return MAX_DISTANCE + 1;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      line.push(Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + same));
    }
    if (Math.min(...line) > MAX_DISTANCE) return MAX_DISTANCE + 1;
    above = line;
  }
  return above[other.length] ?? MAX_DISTANCE + 1;
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** Creates the matcher of names of districts, which the form, imports, filters and the search share. */
export function indexDistricts(all: readonly District[]): DistrictIndex {
  const byCode = new Map(all.map((each) => [each.ubigeo, each]));
  const byName = new Map<string, District[]>();
  const byAlias = new Map<string, District[]>();
  /** Codes of provinces and departments by name. */
  const areas = new Map<string, Set<string>>();
  const haystacks = new Map<District, { name: string; words: string }>();
  for (const district of all) {
    const name = districtKey(district.name);
    add(byName, name, district);
    // «Quisqui (Kichki)» has two names.
    if (district.name.includes('(')) add(byAlias, districtKey(district.name.replace(/\(.*/, '')), district);
    const province = provinceOf(district.ubigeo);
    for (const [area, code] of [
      [district.province, province],
      [district.department, province.slice(0, 2)],
    ] as const)
      // prettier-ignore
      areas.set(districtKey(area), (areas.get(districtKey(area)) ?? new Set()).add(code));
    haystacks.set(district, { name, words: ` ${name} ${districtKey(areaOf(district))} ${district.ubigeo}` });
  }
  for (const [ubigeo, ...names] of ALIASES) {
    const district = byCode.get(ubigeo);
    const haystack = district && haystacks.get(district);
    if (!haystack) continue;
    for (const alias of names) add(byAlias, alias, district);
    haystack.words += ` ${names.join(' ')}`;
  }

  /** @returns the seat of a province for «cercado» and «cercado de Ica». */
  function seat(key: string, near: string | null | undefined): District[] {
    const [, named = '', before = ''] =
      /^(?:el )?(?:cercado|centro)(?: (?:de |del )?(.+))?$|^(.+) cercado$/.exec(key) ?? [];
    if (!/cercado|centro/.test(key)) return [];
    const place = named || before;
    const provinces = place === '' ? [near ?? METROPOLIS[0]] : [...(areas.get(place) ?? [])];
    return provinces.flatMap((code) => byCode.get(`${code ?? ''}01`) ?? []);
  }

  /** @returns the districts with this name: those of the province `near`, otherwise of the same city, otherwise all. */
  function named(key: string, near: string | null | undefined): District[] {
    const [names, aliases] = [byName.get(key) ?? [], byAlias.get(key) ?? []];
    for (const tier of [0, 1])
      for (const group of [names, aliases]) {
        const here = group.filter((each) => distanceTo(near, each) === tier);
        if (here.length > 0) return here;
      }
    return [names, aliases].find((group) => group.length > 0) ?? seat(key, near);
  }

  /** @returns the districts of a name among other names of areas («Lima», «Miraflores»). */
  function amongParts(parts: readonly string[], near: string | null | undefined): District[] {
    // «Lima, Ate»: the part that is only a district's name is the district.
    const inOrder = parts.toSorted((one, other) => Number(areas.has(one)) - Number(areas.has(other)));
    for (const [at, part] of inOrder.entries()) {
      const others = inOrder.filter((_, index) => index !== at).map((other) => areas.get(other));
      // How many of the other names are areas of the district; its province counts more than its department.
      const fit = ({ ubigeo }: District): number => {
        const fits = others.map((codes) => [provinceOf(ubigeo), ubigeo.slice(0, 2)].filter((code) => codes?.has(code)));
        return fits.filter((codes) => codes.length > 0).length + (fits.flat().includes(provinceOf(ubigeo)) ? 0.5 : 0);
      };
      const inside = [...(byName.get(part) ?? []), ...(byAlias.get(part) ?? [])];
      const best = Math.max(...inside.map(fit));
      if (best > 0) return inside.filter((district) => fit(district) === best);
    }
    return named(inOrder[0] ?? '', near);
  }

  function optionsFor(text: string, near: string | null | undefined): District[] {
    const whole = named(districtKey(text), near);
    if (whole.length > 0) return whole;
    for (const separators of [SEPARATORS, SEPARATORS_AND_HYPHEN]) {
      const parts = partsOf(text, separators);
      const found = parts.length < 2 ? [] : amongParts(parts, near);
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * @returns the parts of an address after its street: those between separators, and what follows the last number of
   * the first part. Without the country and postal codes, as in «Lima 31» and «15074».
   */
  function placesOf(address: string): string[] {
    const [street = '', ...rest] = address.slice(0, MAX_ADDRESS).split(SEPARATORS);
    const afterNumber = /\d[^\s\d]{0,3}\s+([^\d]+)$/u.exec(street)?.[1] ?? '';
    const keyOf = (part: string): string => districtKey(part.replace(/^\s*\d+\s+(?=\p{L})|\s+\d+\s*$/gu, ''));
    const isKnown = (key: string): boolean => byName.has(key) || byAlias.has(key) || areas.has(key);
    return [afterNumber, ...rest]
      .flatMap((part) => (isKnown(keyOf(part)) ? [part] : part.split('-')))
      .map(keyOf)
      .filter((key) => key !== '' && key !== 'peru' && !/^\d+$/.test(key));
  }

  /** @returns the districts near the office with whose name one of these texts ends: «parque miraflores». */
  function endingIn(texts: readonly string[], near: string | null | undefined): District[] {
    const ends = texts.flatMap((text) => {
      const words = text.split(' ').slice(-MAX_WORDS);
      return words.map((_, at) => words.slice(at).join(' '));
    });
    return ends.flatMap((end) =>
      [...(byName.get(end) ?? []), ...(byAlias.get(end) ?? [])].filter((each) => distanceTo(near, each) < 2),
    );
  }

  function inAddress(address: string, near?: string | null): AddressMatch {
    const places = placesOf(address);
    const isNear = (district: District): boolean => distanceTo(near, district) < 2;
    const codesOf = (key: string): string[] => [...(areas.get(key) ?? [])];
    // «Lima» is the city rather than its first district; «San Miguel» in Lima is the district, not a far province.
    const isArea = (key: string): boolean =>
      areas.has(key) &&
      !(byName.get(key) ?? []).some(
        (each) => isNear(each) && !codesOf(key).some((code) => each.ubigeo.startsWith(code)),
      );
    const codes = places.filter(isArea).flatMap(codesOf);
    const isInside = (each: District): boolean =>
      codes.some((code) => each.ubigeo.startsWith(code)) || isSameCity(each, codes);
    // «Miraflores, Arequipa»: names are searched in the areas that the address states, otherwise near the office.
    const found = places.flatMap((key) => {
      if (isArea(key)) return [];
      const all = [...(byName.get(key) ?? []), ...(byAlias.get(key) ?? [])];
      const options = [...new Set(all.length > 0 ? all : seat(key, near))];
      const fitting = codes.length > 0 ? options.filter(isInside) : options.filter(isNear);
      const own = fitting.filter(({ ubigeo }) => provinceOf(ubigeo) === near);
      return own.length > 0 ? own : fitting.length > 0 ? fitting : options;
    });
    const options = [...new Set(found)];
    const [district] = options;
    if (district && options.length === 1 && (codes.length > 0 ? isInside : isNear)(district))
      return { kind: 'certain', district };
    const street = districtKey(address.slice(0, MAX_ADDRESS).split(SEPARATORS)[0] ?? '');
    const cities = places.filter(isArea).flatMap((key) => named(key, near));
    const doubtful = district ? options : [...new Set([...endingIn([...places, street], near), ...cities])];
    return doubtful.length > 0 ? { kind: 'doubtful', options: doubtful } : { kind: 'none' };
  }

  function similar(key: string, near: string | null | undefined): District[] {
    const found = [...byName, ...byAlias].flatMap(([name, districts]) => {
      const slips = distance(key, name);
      return slips > MAX_DISTANCE || slips >= key.length / 2 ? [] : districts.map((district) => ({ district, slips }));
    });
    const sorted = found.sort(
      (one, other) => distanceTo(near, one.district) - distanceTo(near, other.district) || one.slips - other.slips,
    );
    return [...new Set(sorted.map(({ district }) => district))].slice(0, MAX_SIMILAR);
  }

  function find(text: string, near?: string | null): DistrictMatch {
    const short = text.trim().slice(0, 4 * MAX_NAME);
    if (/^\d{5,6}$/.test(short)) {
      // Spreadsheets drop the leading zero.
      const district = byCode.get(short.padStart(6, '0'));
      return district ? { kind: 'found', district } : { kind: 'unknown', similar: [] };
    }
    const options = optionsFor(short, near);
    const [district] = options;
    if (district && options.length === 1) return { kind: 'found', district };
    if (district) return { kind: 'ambiguous', options };
    const [name = ''] = partsOf(short, SEPARATORS);
    return { kind: 'unknown', similar: similar(name.slice(0, MAX_NAME), near) };
  }

  function search(text: string, near?: string | null): District[] {
    const key = districtKey(text);
    const words = key === '' ? [] : key.split(' ');
    const exact = new Set(named(key, near));
    const rank = (district: District): number => {
      const name = haystacks.get(district)?.name;
      if (exact.has(district) || name === key) return 0;
      return name?.startsWith(key) ? 1 : 2;
    };
    return all
      .filter(
        (each) => exact.has(each) || words.every((word) => haystacks.get(each)?.words.includes(` ${word}`) === true),
      )
      .map((district) => ({ district, order: [distanceTo(near, district), rank(district)] as const }))
      .sort((one, other) => one.order[0] - other.order[0] || one.order[1] - other.order[1])
      .map(({ district }) => district);
  }

  function labelOf(district: District, near?: string | null): string {
    const same = byName.get(haystacks.get(district)?.name ?? '') ?? [];
    const nearest = Math.min(...same.map((each) => distanceTo(near, each)));
    const isOnly =
      distanceTo(near, district) === nearest && same.filter((each) => distanceTo(near, each) === nearest).length === 1;
    return isOnly ? district.name : `${district.name} (${areaOf(district)})`;
  }

  return {
    all,
    labelOf,
    of: (ubigeo) => byCode.get(ubigeo),
    find,
    inAddress,
    areasOf: (text) => [...(areas.get(districtKey(text)) ?? [])],
    search,
    named: (text) => {
      const key = districtKey(text);
      const respelled = key === fold(text) ? [] : (byName.get(key) ?? []);
      return [...(byAlias.get(key) ?? []), ...respelled].map(({ ubigeo }) => ubigeo);
    },
  };
}
