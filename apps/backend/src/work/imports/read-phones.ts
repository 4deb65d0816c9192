import { phoneText } from '@despacho/contracts';
import { phone as phoneForm } from '@despacho/contracts/dispatch';
import { bad, type Read } from './read-values.ts';

/** The telephones of a cell: the first one is the order's, the others are for its note. */
interface Phones {
  first: string | null;
  others: string[];
}

export const NO_PHONES: Phones = { first: null, others: [] };

const MOBILE = String.raw`(?:\+?51[ -]?)?9\d{2}[ -]?\d{3}[ -]?\d{3}`;

/** Two mobile numbers with nothing but a blank or a hyphen in between. */
const PAIR = new RegExp(`^(${MOBILE})[ -]{1,3}(${MOBILE})$`);

/** «987654321 / 912345678», «987654321 - 912345678», «987654321 y 912345678». */
const BETWEEN = /[/,;|]| - | [yo] /i;

const MAX_PHONES = 4;

/** Reads one or several telephones. Parts without digits, as in «987654321 / casa», are ignored. */
export function readPhones(written: string): Read<Phones> {
  // Telephones copied from a contact list may be wrapped in invisible characters.
  const text = phoneText(written);
  const pair = PAIR.exec(text);
  const parts = pair ? pair.slice(1) : text.split(BETWEEN);
  const phones = parts.map((part) => part.trim()).filter((part) => /\d/.test(part));
  const areValid = phones.every((each) => phoneForm.safeParse(each).success);
  const [first, ...others] = phones;
  return first !== undefined && areValid && phones.length <= MAX_PHONES
    ? { value: { first, others } }
    : bad('No es un teléfono', 'Escriba solo números, como 987 654 321');
}
