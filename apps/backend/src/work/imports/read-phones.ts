import { fold, phoneText } from '@despacho/contracts';
import { phone as phoneForm } from '@despacho/contracts/dispatch';
import { bad, type Read } from './read-values.ts';

/** The telephones of a cell: the first one is the order's, the others are for its note. */
interface Phones {
  first: string | null;
  others: string[];
  /** The cell, if it says more than telephones: whose they are, or an extension. */
  written?: string;
}

export const NO_PHONES: Phones = { first: null, others: [] };

const MOBILE = String.raw`(?:\+?51[ -]?)?9\d{2}[ -]?\d{3}[ -]?\d{3}`;

/** Two mobile numbers with nothing but a blank or a hyphen in between. */
const PAIR = new RegExp(`^(${MOBILE})[ -]{1,3}(${MOBILE})$`);

/** «987654321 / 912345678», «987654321 - 912345678», «987654321 y 912345678». */
const BETWEEN = /[/,;|]| - | [yo] /i;

/** Texts for «no telephone», folded. */
const NONE =
  /^(?:s ?[/.]? ?n\.?|s\/[tdc]|sin(?: \D{1,20})?|no(?: (?:tiene|hay|cuenta|registra|indica|aplica|dejo|dio|sabe|figura)(?: \D{1,20})?)?|n[/.]?[ad]\.?|ningun[oa]?|nada|x+|pendiente|por (?:confirmar|definir)|\?+|none|null)$/;

/** A number, with a national prefix, that may have dots as separators. */
const NUMBER = /\+?\(?\+?\d[\d ().-]*/g;
const EXTENSION = /(?:anexo|anex|anx|extension|extn?|interno|int)\b[.:]? ?#?\d{1,6}/gi;

/** Words about a telephone that say nothing about the person, folded. */
const LABELS =
  /\b(?:telefonos?|telfs?|tels?|tlf|fonos?|celular(?:es)?|cels?|movil|whats?app|whatsap|wsp|wsap|fijo|casa|trabajo|oficina|numero|nro|contacto|llamar|phone|mobile|al?|[yo]|n°)\b/g;

/** Numbers that are no telephones. */
const OTHER_NUMBERS = /\b(?:dni|ruc|ce|pasaporte|guia|pedido|orden|av|jr|calle|mz|lt|km)\b/;

/** Most cells, which need no further test. */
const USUAL = /^9\d{8}$/;

/** «+51 +51 987654321». */
const REPEATED = /(?:\+51[ -]{0,3})+(?=\+51)/g;

/** What a spreadsheet wrote for a number: `987654321.0`, `987,654,321`. */
const FIGURE = /^\d{1,3}(?:[.,]\d{3}){2,3}(?:\.0+)?$|^\d{7,15}[.,]0+$/;

const MAX_PHONES = 4;
/** Characters of a cell with telephones: some patterns take longer with the square of it. */
const MAX_LENGTH = 240;

const digitsOf = (text: string): number => text.replace(/\D/g, '').length;

/** @returns the numbers of a part of a cell, and what else it says; undefined if some digits belong to none. */
function partOf(part: string): { phones: string[]; words: string } | undefined {
  const phones: string[] = [];
  const rest = part.replace(EXTENSION, ' anexo ').replace(NUMBER, (found) => {
    const number = found
      .replace(/[.]+/g, ' ')
      .replace(/[ (-]+$/, '')
      .trim();
    if (digitsOf(number) < 6) return found;
    phones.push(...(PAIR.exec(number)?.slice(1) ?? [number]));
    return ' ';
  });
  return /\d/.test(rest) ? undefined : { phones, words: fold(rest) };
}

/** @returns whether a number is one beyond doubt, also in a text with other words. */
const isPeruvian = (phone: string): boolean => /^(?:(?:00)?51)?(?:9\d{8}|0?[1-8]\d{7})$/.test(phone.replace(/\D/g, ''));

/**
 * Reads one or several telephones: also «987654321 (WhatsApp)», «tel: 987654321», «01 433-2211 anexo 12» and «987654321 Rosa
 * / 987111222 Luis». Parts without digits, as in «987654321 / casa», are ignored. «s/n» and «no tiene» are none.
 */
export function readPhones(cell: string): Read<Phones> {
  if (USUAL.test(cell)) return { value: { first: cell, others: [] } };
  const invalid = bad('No es un teléfono', 'Escriba solo números, como 987 654 321');
  if (cell.length > MAX_LENGTH) return invalid;
  // Telephones copied from a contact list may be wrapped in invisible characters.
  const text = phoneText(cell).replace(REPEATED, '');
  if (NONE.test(fold(text))) return { value: NO_PHONES };
  const written = FIGURE.test(text) ? text.replace(/\.0+$|(?<=^\d{7,}),0+$/, '').replace(/\D/g, '') : text;
  const pair = PAIR.exec(written);
  const parts = (pair ? pair.slice(1) : written.split(BETWEEN)).map((part) => part.trim()).filter(Boolean);
  const read = parts.map((part) =>
    /\d/.test(part) ? partOf(part) : { phones: [], words: NONE.test(fold(part)) ? '' : fold(part) },
  );
  if (read.includes(undefined)) return invalid;
  const phones = read.flatMap((part) => part?.phones ?? []);
  const words = read.map((part) => part?.words ?? '').join(' ');
  const says = words.replace(LABELS, ' ').replace(/[^\p{L}]+/gu, '');
  const isPlain = says === '' || says === 'anexo';
  const areValid = phones.every((each) => phoneForm.safeParse(each).success && (isPlain || isPeruvian(each)));
  const [first, ...others] = phones;
  return first !== undefined && areValid && phones.length <= MAX_PHONES && !OTHER_NUMBERS.test(words)
    ? { value: { first, others, ...(says !== '' && { written: text }) } }
    : invalid;
}
