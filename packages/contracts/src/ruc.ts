/** Weights of the check digit of a Peruvian tax id, first digit first (SUNAT, modulus 11). */
const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** @returns the digit that completes the first ten digits of a RUC. */
export function rucCheckDigit(firstTen: string): number {
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(firstTen[place]), 0);
  return (11 - (sum % 11)) % 10;
}

/** Whether a string is a RUC: eleven digits, a known prefix and a valid check digit. */
export function isRuc(text: string): boolean {
  return /^(10|15|16|17|20)\d{9}$/.test(text) && rucCheckDigit(text.slice(0, 10)) === Number(text[10]);
}

/** Whether a string is a DNI: eight digits. */
export const isDni = (text: string): boolean => /^\d{8}$/.test(text);
