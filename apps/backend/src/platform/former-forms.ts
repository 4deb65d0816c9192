/*
 * Normal forms of earlier versions, before `normal-form` of the contracts. The database has hashes of them, which
 * cannot be computed again from stored data, so lookups try both forms. Do not change these functions.
 */

/** @returns text without case, accents and repeated blanks. */
export const formerFold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** @returns text without case, accents and punctuation. */
export const formerPlain = (text: string): string =>
  formerFold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** @returns a heading of a file without case, accents and punctuation. */
export const formerHeading = (heading: string): string =>
  formerFold(heading)
    .replace(/º|[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const LONG_FORMS: Readonly<Record<string, string>> = {
  av: 'avenida',
  avda: 'avenida',
  jr: 'jiron',
  ca: 'calle',
  cl: 'calle',
  psje: 'pasaje',
  pje: 'pasaje',
  psj: 'pasaje',
  urb: 'urbanizacion',
  mz: 'manzana',
  mza: 'manzana',
  lt: 'lote',
  lte: 'lote',
  dpto: 'departamento',
  dto: 'departamento',
  nro: '',
  num: '',
  numero: '',
};

/** @returns an address as in the keys of places. */
export const formerAddress = (address: string): string =>
  formerPlain(address.replace(/\bn\s?[°º]/giu, ' '))
    .split(' ')
    .map((word) => LONG_FORMS[word] ?? word)
    .filter((word) => word !== '')
    .join(' ');
