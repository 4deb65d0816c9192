import { plain } from '@despacho/contracts';
import { areaOf, type District, isInCity, provinceOf } from '@despacho/contracts/dispatch';
import { bad, type Read } from './read-values.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';

const MAX_OPTIONS = 4;
/** Characters of a cell that are read: no name is longer. */
const MAX_READ = 240;

/** @returns whether a district is in a province or department, Lima and Callao being one city. */
const isIn = ({ ubigeo }: District, area: string): boolean =>
  DISTRICTS.areasOf(area).some((code) => ubigeo.startsWith(code) || isInCity(provinceOf(`${code}01`), ubigeo));

/** @returns the districts of the office's city, or of an area, whose names contain these words. */
const nearOnes = (text: string, province: string, area?: string): District[] =>
  DISTRICTS.search(text, province).filter((each) =>
    area === undefined ? isInCity(province, each.ubigeo) : isIn(each, area),
  );

/** @returns a text that names exactly this district, for any office. */
function fullName(district: District, province: string): string {
  const named = `${district.name}, ${areaOf(district)}`;
  const match = DISTRICTS.find(named, province);
  return match.kind === 'found' && match.district.ubigeo === district.ubigeo ? named : district.ubigeo;
}

const isLikely = (near: readonly District[]): boolean => near.length > 0 && near.length <= MAX_OPTIONS;

const askFor = (near: readonly District[]): string => `¿Es ${near.map(({ name }) => name).join(' o ')}?`;

/** @param near districts near the office that may be meant. */
function ambiguous(options: readonly District[], near: readonly District[]): Read<District> {
  const shown = options.slice(0, MAX_OPTIONS).map((each) => `${each.ubigeo} (${areaOf(each)})`);
  const more = options.length > MAX_OPTIONS ? ' u otro' : '';
  return bad(
    'Hay más de un distrito con ese nombre',
    `${isLikely(near) ? `${askFor(near)} Si no, agregue` : 'Agregue'} la provincia o escriba su UBIGEO: ${shown.join(' o ')}${more}`,
    near.length === 1 ? near[0]?.name : undefined,
  );
}

/**
 * @param areas texts of other columns that name a province or department.
 * @returns why a district that a text names is probably another one: it is not in the area that the text or a column names,
 * or none is named and it is in another region, or near the office there is one whose name only begins like this.
 */
function doubtAbout(
  district: District,
  text: string,
  areas: readonly string[],
  province: string | undefined,
): Read<District> | undefined {
  const { name } = district;
  const parts = text.split(/[,;/|()–—-]/).map((part) => part.trim());
  const own = parts.findIndex((part) => plain(part) === plain(name));
  const named = [...parts.filter((_, place) => parts.length > 1 && place !== own), ...areas].filter(
    (part) => DISTRICTS.areasOf(part).length > 0,
  );
  const other = named.find((area) => !isIn(district, area));
  if (other !== undefined) {
    // «Lima - San Martín»: either part may be the district.
    const near = [...nearOnes(name, province ?? '', other), ...nearOnes(other, province ?? '', name)];
    return bad(
      `${name} no está en ${other}`,
      isLikely(near) ? askFor(near) : 'Corrija el distrito, o la ciudad, provincia o departamento',
      near.length === 1 ? near[0]?.name : undefined,
    );
  }
  if (named.length > 0 || province === undefined || isInCity(province, district.ubigeo)) return undefined;
  const near = nearOnes(text, province);
  // «Arequipa» and «Cercado de Ica» are names of provinces too.
  const isArea = isIn(district, text.replace(/^.*\b(?:cercado|centro) (?:de )?/i, ''));
  if (near.length === 0 && (isArea || district.ubigeo.startsWith(province.slice(0, 2)))) return undefined;
  const full = fullName(district, province);
  const [only] = near;
  return bad(
    `${name} está en ${areaOf(district)}, lejos de su oficina`,
    isLikely(near) ? `${askFor(near)} Si no, escriba «${full}»` : `Si es ese, escriba «${full}»`,
    near.length === 0 ? full : near.length === 1 ? only?.name : undefined,
  );
}

/** The district of a text, and why it is probably another one. */
interface Named {
  read: Read<District>;
  doubt?: Read<District> | undefined;
}

/**
 * Reads the district of a line of a file, optionally with the city, province or department of other columns, in which it
 * must be. Text of those that names no province or department is ignored: «Departamento» may be an apartment. A district of
 * another region is an error with a suggestion, unless its code or area is named.
 * @param agrees whether something else in the line, such as its coordinates, proves a district.
 */
export type DistrictReader = (
  text: string,
  areas?: readonly string[],
  agrees?: (district: District) => boolean,
) => Read<District>;

/**
 * @param province code of the office's province; decides between equal names.
 * @returns a reader that looks each text up once.
 */
export function districtReader(province: string | undefined): DistrictReader {
  const known = new Map<string, Named>();
  const look = (text: string, areas: readonly string[]): Named => {
    const isCode = /^\d+$/.test(text.trim());
    const named = isCode ? [] : areas.filter((area) => DISTRICTS.areasOf(area).length > 0);
    const own = DISTRICTS.find(text, province);
    // «Miraflores» with the column «Arequipa»; never a district that only the columns name.
    const within = named.length === 0 ? own : DISTRICTS.find([text, ...named].join(', '), province);
    const isOwn =
      within.kind === 'found' &&
      (own.kind === 'ambiguous'
        ? own.options.includes(within.district)
        : own.kind === 'found' && plain(own.district.name) === plain(within.district.name));
    const match = isOwn ? within : own;
    if (match.kind === 'found')
      return {
        read: { value: match.district },
        doubt: isCode ? undefined : doubtAbout(match.district, text, named, province),
      };
    if (match.kind === 'ambiguous')
      return { read: ambiguous(match.options, province === undefined ? [] : nearOnes(text, province)) };
    if (isCode) return { read: bad('No hay un distrito con ese UBIGEO', 'Revise los seis dígitos del INEI') };
    const [likely] = match.similar;
    return {
      read: bad(
        'No se conoce ese distrito',
        likely ? `¿Quiso decir «${likely.name}»?` : 'Escriba el nombre completo o el UBIGEO',
        likely?.name,
      ),
    };
  };
  return (text, areas = [], agrees = () => false) => {
    const key = areas.length === 0 ? text : JSON.stringify([text, areas]);
    const found = known.get(key) ?? look(text.slice(0, MAX_READ), areas);
    known.set(key, found);
    const { read, doubt } = found;
    return doubt && !('value' in read && agrees(read.value)) ? doubt : read;
  };
}

/**
 * Reads the district from an address. A district that is not certain is an error, with a suggestion if one is likely.
 * @param areas texts of columns with the city, province or department.
 */
export function districtInAddress(
  address: string,
  areas: readonly string[],
  province: string | undefined,
): Read<District> {
  const match = DISTRICTS.inAddress([address, ...areas].join(', '), province);
  if (match.kind === 'certain') return { value: match.district };
  if (match.kind === 'none') return bad('Falta, y la dirección no dice cuál es', 'Escriba el distrito');
  const shown = match.options.slice(0, MAX_OPTIONS).map((each) => DISTRICTS.labelOf(each, province));
  const [only = '', second] = shown;
  // «Lima» in an address is the city, so that its first district would be a guess.
  const isClear = second === undefined && DISTRICTS.areasOf(only).length === 0;
  return bad(
    'Falta, y la dirección no lo deja claro',
    `¿Es ${shown.join(' o ')}? Escriba el distrito`,
    isClear ? only : undefined,
  );
}
