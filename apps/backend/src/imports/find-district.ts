import { areaOf, type District } from '@despacho/contracts/dispatch';
import { bad, type Read } from './read-values.ts';
import { DISTRICTS } from '../districts/districts.ts';

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
