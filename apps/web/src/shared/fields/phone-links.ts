/** Peru's country code. */
const PERU = '51';

interface PhoneLinks {
  tel: string;
  /** Null if it is unlikely to be a mobile phone. */
  whatsApp: string | null;
}

/**
 * The digits of a mobile number with country code: nine digits starting with 9 in Peru, or a number with a foreign
 * code.
 */
function mobileDigits(text: string, digits: string): string | null {
  if (/^9\d{8}$/.test(digits)) return PERU + digits;
  if (/^519\d{8}$/.test(digits)) return digits;
  const foreign = /^\s*(\+|00)/.test(text) ? digits.replace(/^00/, '') : '';
  return foreign.length >= 8 && foreign.length <= 15 && !foreign.startsWith(PERU) ? foreign : null;
}

/** @returns the links for a phone number as typed; null if the text contains no number. */
export function phoneLinks(text: string): PhoneLinks | null {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 6) return null;
  const mobile = mobileDigits(text, digits);
  return {
    tel: `tel:${text.trim().startsWith('+') ? '+' : ''}${digits}`,
    whatsApp: mobile === null ? null : `https://wa.me/${mobile}`,
  };
}
