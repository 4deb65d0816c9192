import { fold, keyOr, plain } from './fold.ts';

/** A RUC has eleven digits. */
const RUC = /^ruc(?:n|no|nro|num|numero)?(\d{11})$/;

/**
 * @returns the form in which codes and RUC of clients are compared: letters and digits alone. «C-0001», «c 0001» and
 * «C0001» are one code, but «C1» is another: zeros count. «RUC 20-12345678-9» is «20123456789».
 */
export function codeKey(code: string): string {
  const key = plain(code).replaceAll(' ', '');
  return keyOr(RUC.exec(key)?.[1] ?? key, code);
}

/**
 * @returns the form in which references of clients and numbers of guides are compared. Any separators become one
 * hyphen, and those at the ends are dropped: «PED-001», «ped 001» and «#Ped‑001 » are one reference. The place of a
 * separator matters («1-12» is not «11-2», «PED001» is not «PED-001»), and so do zeros.
 */
export const referenceKey = (reference: string): string =>
  keyOr(plain(reference).replaceAll(' ', '-'), fold(reference));
