/** A mobile number of Peru, with or without the country's code, however it is grouped. */
const PERUVIAN_MOBILE = /^(?:\+?51[ -]?)?(9\d{2})[ -]?(\d{3})[ -]?(\d{3})$/;

const NO_BREAK = '\u00a0';

/**
 * @returns a telephone number in the groups in which people read it out: «+51 987 654 321». What is no mobile number of Peru stays as
 * it was written. Its parts stay on one line.
 */
export function formatPhone(phone: string): string {
  const written = phone.trim();
  const [, ...groups] = PERUVIAN_MOBILE.exec(written) ?? [];
  const grouped = groups.length === 0 ? written : [...(/^\+?51/.test(written) ? ['+51'] : []), ...groups].join(' ');
  return grouped.replaceAll(' ', NO_BREAK);
}
