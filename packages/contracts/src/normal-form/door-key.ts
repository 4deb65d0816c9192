import { CONNECTORS, figureOf, labelOf, NAME_WORDS, ordinalOf } from './address-labels.ts';
import { LONG_FORMS } from './address-words.ts';
import { type ParsedAddress, type ParsedStreet, type ParsedUrbanisation } from './parse-address.ts';

/** Letters that sound alike and are confused: «Benavides», «Benavidez»; «Cuzco», «Cusco»; «Yquitos», «Iquitos». */
const CONFUSED: Readonly<Record<string, string>> = { z: 's', v: 'b', y: 'i' };

function wordKey(word: string): string {
  if (/^\d/.test(word)) return ordinalOf(word) ?? word.replace(/^0+(?=\d)/, '');
  const long = NAME_WORDS.get(word) ?? LONG_FORMS.get(word) ?? word;
  const figure = figureOf(long) ?? (long.length > 4 ? ordinalOf(long) : undefined);
  return figure ?? (long.length === 1 ? long : long.replace(/[zvy]/g, (letter) => CONFUSED[letter] ?? letter));
}

/** @returns the words of a name that distinguish it. Text of connecting words only is kept. */
function nameWords(name: string): string[] {
  const words = name.split(' ').filter((word) => word !== '');
  const telling = words.filter((word) => !CONNECTORS.has(word));
  return (telling.length > 0 ? telling : words).map(wordKey);
}

/**
 * @returns the name of a street in the form in which names are compared, without its type: streets of the same name are
 * candidates for an address that states no type.
 */
export function streetNameKey({ type, name }: ParsedStreet): string {
  const words = nameWords(name);
  // «Paseo de la República», «Av. Paseo de la República»: the type is a part of the name.
  return labelOf(type)?.isWeak ? [wordKey(type), ...words].join(' ') : words.join(' ');
}

/**
 * @returns the form in which streets are compared: «Av. Arequipa», «AVENIDA AREQUIPA» and «Avda Arequipa» have the same.
 * Undefined without a type, because «Jr. Puno» and «Av. Puno» may be in one district: then only `streetNameKey` tells
 * candidates.
 */
export function streetKey(street: ParsedStreet): string | undefined {
  const { type, name } = street;
  if (type === '') return undefined;
  const key = streetNameKey(street);
  if (labelOf(type)?.isWeak) return key;
  const first = labelOf(name.split(' ').find((word) => !CONNECTORS.has(word)) ?? '');
  const isNamedByType =
    (type === 'avenida' || type === 'carretera') && first?.kind === 'street' && key.includes(' ') && first.isWeak;
  return isNamedByType ? key : `${type} ${key}`;
}

/** @returns whether many districts have several streets of this name, which only their urbanización tells apart: «Calle 5». */
export const isRepeatedStreet = (street: ParsedStreet): boolean =>
  /^(?:\d{1,3}[a-z]?|[a-z]\d{0,2}|(?:[a-z]+ )?\d{1,3})$/.test(streetNameKey(street));

/** @returns the name of an urbanización in the form in which names are compared, without type, etapa, grupo, sector. */
export const urbanisationNameKey = ({ name }: Pick<ParsedUrbanisation, 'name'>): string => nameWords(name).join(' ');

/**
 * @returns the form in which urbanizaciones are compared, with etapa, sector, grupo and zona, which have lots of their
 * own. Undefined if neither its name and type nor sector and grupo are stated: then it is a candidate at most.
 */
export function urbanisationKey(urbanisation: ParsedUrbanisation): string | undefined {
  const { name, etapa, grupo, sector, zona, parcela } = urbanisation;
  let { type } = urbanisation;
  let key = urbanisationNameKey(urbanisation);
  const inner = labelOf(name.split(' ')[0] ?? '');
  if (inner?.kind === 'area' && key.includes(' ')) {
    // «Urb. Residencial San Felipe», «Residencial San Felipe».
    type = inner.long;
    key = key.slice(key.indexOf(' ') + 1);
  }
  if (key === '' ? sector === undefined || grupo === undefined : type === '') return undefined;
  const parts = { etapa, sector, grupo, zona, parcela };
  return [
    `${type} ${key}`.trim(),
    ...Object.entries(parts).flatMap(([part, value]) => (value ? `${part} ${value}` : [])),
  ].join(', ');
}

/** @returns the number of the door; undefined without one and for «s/n». */
export const doorNumberKey = ({ number }: ParsedAddress): string | undefined => (number === 's/n' ? undefined : number);

/** @returns the number without letters, to tell order and side on its street; undefined without one. */
export function doorNumber(parsed: ParsedAddress): number | undefined {
  const number = Number.parseInt(doorNumberKey(parsed) ?? '', 10);
  return Number.isNaN(number) ? undefined : number;
}

/** @returns manzana and lote: «mz B lt 4»; undefined unless both are stated. */
export const lotKey = ({ manzana, lote }: ParsedAddress): string | undefined =>
  manzana !== undefined && lote !== undefined ? `mz ${manzana} lt ${lote}` : undefined;

/** Types of streets of which a district may have several with one name, each in an urbanización of its own. */
const MINOR = new Set(['calle', 'jiron', 'pasaje']);

/**
 * @returns the keys of the door: by street and number, by street and kilometre, and by urbanización (or street) and lot.
 * Two addresses of a district with a common key are one door in other spellings. The urbanización of a minor street is a
 * part of its key where the address states it: «Calle Los Pinos 120» of two urbanizaciones are two doors. Empty if the address identifies no
 * door: a street without a number or without a type, a lot without urbanización or street, a numbered street («Calle
 * 5») without urbanización.
 */
export function doorKeys(parsed: ParsedAddress, ubigeo: string): string[] {
  const { street, urbanisation, km } = parsed;
  const way = street && streetKey(street);
  const area = urbanisation && urbanisationKey(urbanisation);
  const [number, lot] = [doorNumberKey(parsed), lotKey(parsed)];
  const keys: string[] = [];
  const isRepeated = street !== undefined && isRepeatedStreet(street);
  const scope = isRepeated ? area : street !== undefined && MINOR.has(street.type) ? (area ?? '') : '';
  const named =
    way !== undefined && scope !== undefined ? [way, scope].filter((part) => part !== '').join(' @ ') : undefined;
  if (named !== undefined && number !== undefined) keys.push(`${named} ${number}`);
  if (named !== undefined && km !== undefined && number === undefined && lot === undefined)
    keys.push(`${named} km ${km}`);
  const holder = area ?? (urbanisation ? undefined : named);
  if (lot !== undefined && holder !== undefined) keys.push(`${holder} ${lot}`);
  return keys.map((key) => `${ubigeo} ${key}`);
}
