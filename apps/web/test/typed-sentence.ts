import { KEYS } from '#features/dispatch-desk/rules/keys.ts';

/**
 * A sentence with every letter that is a shortcut, each with a space, which presses a focused button; before them
 * letters that are not. Each key is pressed once, because the desk renders after each.
 */
export const SENTENCE = [
  'Eñe',
  ...KEYS.table
    .flatMap(([keys]) => (keys.length === 1 ? keys : []))
    .filter((key) => key.length === 1 && /[A-Z?/]/.test(key)),
]
  .join(' ')
  .toLowerCase();
