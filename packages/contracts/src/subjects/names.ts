import * as z from 'zod/mini';
import { line } from '../text.ts';

/** The code of a new office, which people type when they sign in. Other hosts and older codes may use more. */
export const officeCode = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^(?![\p{M}-])(?!.*\p{Default_Ignorable_Code_Point})[\p{Script=Latin}\u0300-\u036f0-9-]{1,64}(?<!-)$/u,
      'El código lleva letras, números y guiones; por ejemplo: LIMA-2',
    ),
  );

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];
const NO_LETTER = /[^\p{L}\p{M}]+/u;
const OF_ANY_SCRIPT = /[\p{M}\p{Script=Common}\p{Script=Inherited}]/gu;

/**
 * @returns whether a word of a text mixes Latin, Greek or Cyrillic letters with those of another script, which look like the
 * same letters.
 */
const mixesScripts = (text: string): boolean =>
  text.split(NO_LETTER).some((word) => {
    const letters = Array.from(word.replace(OF_ANY_SCRIPT, ''));
    const own = ALPHABETS.find((script) => letters.some((letter) => script.test(letter)));
    return own !== undefined && letters.some((letter) => !own.test(letter));
  });

/** The name of an office or a company: any text, except for words whose letters only look alike. @param longest as of `line`. */
export const nameText = (longest: number, missing?: string) =>
  line(longest, missing).check(
    z.refine((text) => !mixesScripts(text), 'Una palabra mezcla letras de otro alfabeto; escríbala de nuevo'),
  );
