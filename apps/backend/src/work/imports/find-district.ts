import { areaOf, type District, isInCity, provinceOf } from '@despacho/contracts/dispatch';
import { bad, type Read } from './read-values.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';

const MAX_OPTIONS = 4;

const ambiguous = (options: readonly District[]): Read<District> => {
  const shown = options.slice(0, MAX_OPTIONS).map((each) => `${each.ubigeo} (${areaOf(each)})`);
  const more = options.length > MAX_OPTIONS ? ' u otro' : '';
  return bad(
    'Hay más de un distrito con ese nombre',
    `Agregue la provincia o escriba su UBIGEO: ${shown.join(' o ')}${more}`,
  );
};

/**
 * Reads the district of a line of a file.
 * @param province code of the office's province; decides between equal names.
 */
export function readDistrict(text: string, province: string | undefined): Read<District> {
  const match = DISTRICTS.find(text, province);
  if (match.kind === 'found') return { value: match.district };
  if (match.kind === 'ambiguous') return ambiguous(match.options);
  if (/^\d+$/.test(text.trim())) return bad('No hay un distrito con ese UBIGEO', 'Revise los seis dígitos del INEI');
  const [likely] = match.similar;
  return bad(
    'No se conoce ese distrito',
    likely ? `¿Quiso decir «${likely.name}»?` : 'Escriba el nombre completo o el UBIGEO',
    likely?.name,
  );
}

/**
 * Reads a district that must be in the city, province or department of other columns.
 * @param areas texts of those columns. Text that names no province or department is ignored: «Departamento» may be an
 * apartment.
 */
export function readDistrictIn(text: string, areas: readonly string[], province: string | undefined): Read<District> {
  const named = areas.filter((area) => DISTRICTS.areasOf(area).length > 0);
  if (named.length === 0 || /^\d+$/.test(text)) return readDistrict(text, province);
  const read = readDistrict([text, ...named].join(', '), province);
  if (!('value' in read)) return read;
  const { ubigeo, name } = read.value;
  const isIn = (area: string): boolean =>
    DISTRICTS.areasOf(area).some((code) => ubigeo.startsWith(code) || isInCity(provinceOf(`${code}01`), ubigeo));
  const other = named.find((area) => !isIn(area));
  return other === undefined
    ? read
    : bad(`${name} no está en ${other}`, 'Corrija el distrito, o la ciudad, provincia o departamento');
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
  const isLikely = second === undefined && DISTRICTS.areasOf(only).length === 0;
  return bad(
    'Falta, y la dirección no lo deja claro',
    `¿Es ${shown.join(' o ')}? Escriba el distrito`,
    isLikely ? only : undefined,
  );
}
