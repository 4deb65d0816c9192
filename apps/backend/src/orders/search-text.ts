import { type OrderFields } from '@despacho/contracts/dispatch';
import { fold } from '../fold.ts';

const digits = (text: string | null): string => (text ?? '').replace(/\D/g, '');

/** The text that is searched. Telephone numbers are reduced to digits. */
export const searchText = (code: string, fields: OrderFields): string =>
  fold(
    [
      code,
      fields.clientName,
      fields.recipient,
      digits(fields.phone),
      digits(fields.clientPhone),
      fields.address,
      fields.clientReference ?? '',
      fields.guide ?? '',
    ].join(' '),
  );

/** Further words are ignored; each one narrows the result. */
const MAX_WORDS = 8;

/**
 * @returns the `like` patterns of a search, all of which must match. A number in groups («987 654 321», «+51
 * 987-654-321») is searched as one.
 */
export function searchPatterns(search: string): string[] {
  const folded = fold(search);
  const words = /^\+?[\d ()-]+$/.test(folded) && digits(folded).length >= 6 ? [digits(folded)] : folded.split(' ');
  return words
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
