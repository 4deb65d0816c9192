/** Peru's country code. */
const PERU = '51';

interface PhoneLinks {
  tel: string;
  /** Null for what can hardly be a mobile telephone. */
  whatsApp: string | null;
}

/** The digits with country code of a mobile: nine digits from a 9 in Peru, or a number written with a foreign code. */
function mobileDigits(text: string, digits: string): string | null {
  if (/^9\d{8}$/.test(digits)) return PERU + digits;
  if (/^519\d{8}$/.test(digits)) return digits;
  const foreign = /^\s*(\+|00)/.test(text) ? digits.replace(/^00/, '') : '';
  return foreign.length >= 8 && foreign.length <= 15 && !foreign.startsWith(PERU) ? foreign : null;
}

/** @returns what a telephone number as somebody typed it leads to, or null when it holds no number. */
export function phoneLinks(text: string): PhoneLinks | null {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 6) return null;
  const mobile = mobileDigits(text, digits);
  return {
    tel: `tel:${text.trim().startsWith('+') ? '+' : ''}${digits}`,
    whatsApp: mobile === null ? null : `https://wa.me/${mobile}`,
  };
}
