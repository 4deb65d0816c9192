import { visibleText } from './visible-text.ts';

const USUAL = /^[ -~]*$/;

/**
 * @returns a telephone as it is stored and displayed: as written, without invisible characters, and with
 * ASCII digits, blanks and hyphens.
 */
export const phoneText = (phone: string): string =>
  USUAL.test(phone)
    ? phone.trim()
    : // Wide letters first: a letter of ASCII may compose with the accent behind it.
      visibleText(phone.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)))
        .replace(/[\p{Pd}−]/gu, '-')
        .replace(/[\p{Z}\t\r\n]+/gu, ' ')
        .trim();

const MOBILE = /^9\d{8}$/;

/**
 * @returns the form in which telephones are compared: the national number's digits, without international prefix, the
 * zero of an area code, and punctuation. Numbers of seven digits exist only in Lima (area code 1), so they equal those
 * written with it. Foreign numbers keep all digits. Empty without digits.
 */
export function phoneKey(phone: string): string {
  const digits = phoneText(phone).replace(/\D/g, '');
  const whole = digits.replace(/^00+/, '');
  // After the country's 51: a mobile, or an area code and number, with or without the area code's zero.
  const national = /^51(?=(?:9\d{8}|0[1-9]\d{7}|[1-8]\d{7})$)/.test(whole) ? whole.slice(2) : whole;
  if (MOBILE.test(national)) return national;
  const area = /^0(1?9\d{8}|[1-9]\d{7})$/.exec(national)?.[1];
  if (area !== undefined) return area.replace(/^1(?=9\d{8}$)/, '');
  return /^\d{7}$/.test(national) ? `1${national}` : national;
}
