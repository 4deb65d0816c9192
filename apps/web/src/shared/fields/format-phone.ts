/** A Peruvian mobile number with or without country code, in any grouping. */
const PERUVIAN_MOBILE = /^(?:\+?51[ -]?)?(9\d{2})[ -]?(\d{3})[ -]?(\d{3})$/;

const NO_BREAK = '\u00a0';

/**
 * @returns a Peruvian mobile number in the usual groups: «+51 987 654 321», without line breaks. Any other string is
 * returned unchanged, except that it cannot break across lines either.
 */
export function formatPhone(phone: string): string {
  const written = phone.trim();
  const [, ...groups] = PERUVIAN_MOBILE.exec(written) ?? [];
  const grouped = groups.length === 0 ? written : [...(/^\+?51/.test(written) ? ['+51'] : []), ...groups].join(' ');
  return grouped.replaceAll(' ', NO_BREAK);
}
