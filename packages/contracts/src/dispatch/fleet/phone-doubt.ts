const MOBILE_DIGITS = 9;
/** No landline of Peru begins with 9, not even with its area code. */
const MOBILE = /^9\d{6,10}$/;

/**
 * Detects mobile numbers with a digit missing or added, which are still valid as other telephones.
 * @returns the doubt about a telephone, in Spanish; null if there is none.
 */
export function phoneDoubt(phone: string): string | null {
  const number = phone.replace(/[^\d+]/g, '').replace(/^(?:\+|00)?51(?=9\d{6})/, '');
  return MOBILE.test(number) && number.length !== MOBILE_DIGITS
    ? `un celular tiene ${MOBILE_DIGITS} dígitos y este tiene ${number.length}`
    : null;
}
