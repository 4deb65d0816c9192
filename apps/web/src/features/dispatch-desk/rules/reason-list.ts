import { type Reason } from '@despacho/contracts/dispatch';
import { fold } from '#shared/fields/fold.ts';

/** A reason being edited; new ones have no code yet. */
export interface ReasonDraft {
  code: string | null;
  name: string;
}

/** Limits of the contract: reasons per catalogue, and characters per name. */
export const MAX_REASONS = 40;
export const MAX_NAME_LENGTH = 80;
const MAX_CODE_LENGTH = 40;

/** @returns a code derived from a name, distinct from those taken. */
export function codeFor(name: string, taken: ReadonlySet<string>): string {
  const letters = fold(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, MAX_CODE_LENGTH - 4);
  const base = letters === '' ? 'motivo' : letters;
  for (let number = 1; ; number += 1) {
    const code = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(code)) return code;
  }
}

/** @returns the catalogue to save, or the index and error of the first invalid name. */
export function readReasons(drafts: readonly ReasonDraft[]): { reasons: Reason[] } | { place: number; error: string } {
  const names = drafts.map(({ name }) => fold(name.trim()));
  const wrong = names.findIndex((name, place) => name === '' || names.indexOf(name) < place);
  if (wrong >= 0)
    return { place: wrong, error: names[wrong] === '' ? 'Escriba el motivo o quítelo' : 'Ya está en la lista' };
  const taken = new Set(drafts.flatMap(({ code }) => (code === null ? [] : [code])));
  const reasons = drafts.map(({ code, name }) => {
    const given = code ?? codeFor(name, taken);
    taken.add(given);
    return { code: given, name: name.trim() };
  });
  return { reasons };
}
