import { KEYS } from '#features/dispatch-desk/rules/keys.ts';

/** A sentence with every letter that is a shortcut, with spaces, which press a focused button. */
export const SENTENCE = [
  'Señora deja casa',
  ...KEYS.table
    .flatMap(([keys]) => (keys.length === 1 ? keys : []))
    .filter((key) => key.length === 1 && /[A-Z?/]/.test(key)),
]
  .join(' ')
  .toLowerCase();
