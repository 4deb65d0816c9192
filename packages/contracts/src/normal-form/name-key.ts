import { fold, keyOr } from './fold.ts';

const SHORT_WORDS: Readonly<Record<string, string>> = {
  cia: 'compania',
  hnos: 'hermanos',
  hno: 'hermano',
  sta: 'santa',
  sto: 'santo',
  ntra: 'nuestra',
};

/** Legal forms of companies in words, and other abbreviations of them. */
const LEGAL_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bempresa individual de responsabilidad l(?:imita|t)da\b/g, 'eirl'],
  [/\bsociedad anonima cerrada\b/g, 'sac'],
  [/\bsociedad anonima abierta\b/g, 'saa'],
  [/\bsociedad anonima\b/g, 'sa'],
  [/\bsociedad(?: comercial)? de responsabilidad l(?:imita|t)da\b|\bsc?r ltda\b|\bscrl\b/g, 'srl'],
];

/** Letters with blanks or dots between them: «e i r l», also the «&» of «J & R». */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}]))+/gu;

/** @returns a folded text as words, with initials joined: «eirl» for «e.i.r.l.». */
export const words = (folded: string): string =>
  folded
    .replaceAll('&', ' y ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(INITIALS, (initials) => initials.replaceAll(' ', ''));

/**
 * @returns the form in which names of people and companies are compared: without case, accents, punctuation and
 * invisible characters, legal forms and usual abbreviations in one spelling. «Óptica Díaz E. I. R. L.» and «optica diaz
 * eirl» have the same form.
 */
export function nameKey(name: string): string {
  let key = words(fold(name));
  if (/\b(?:sociedad|empresa|ltda|scrl)\b/.test(key))
    for (const [form, short] of LEGAL_FORMS) key = key.replace(form, short);
  key = key
    .split(' ')
    .map((word) => (Object.hasOwn(SHORT_WORDS, word) ? SHORT_WORDS[word] : word))
    .join(' ');
  return keyOr(key, name);
}
