const MOBILE_DIGITS = 9;
/** With its area code, no landline of Peru begins with 9. */
const MOBILE = /^9\d{6,10}$/;

/**
 * Finds mobile numbers with a digit too few or too many, which are valid as telephones of other kinds.
 * @returns what is odd about a telephone, in Spanish; null if nothing is.
 */
export function phoneDoubt(phone: string): string | null {
  const number = phone.replace(/[^\d+]/g, '').replace(/^(?:\+|00)?51(?=9\d{6})/, '');
  return MOBILE.test(number) && number.length !== MOBILE_DIGITS
    ? `un celular tiene ${MOBILE_DIGITS} dígitos y este tiene ${number.length}`
    : null;
}
