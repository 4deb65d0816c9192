import { Failure } from '../problems/failure.ts';
import { isDroppedName } from './secret-names.ts';

/** What one look at all of an upstream's answer finds, so that it is not gone through again for each question. */
export interface Survey {
  /** Whether it has fields that are to be dropped. What lies below those is not looked at. */
  drops: boolean;
  /** How many texts it holds, the names of its fields included. */
  texts: number;
  /** Its numbers that may show seven digits or more in a row once they are written out. */
  longNumbers: number[];
}

/** Far deeper than any answer that means something, far shallower than the stack. */
const MAX_DEPTH = 40;

const MILLION = 1e6;

/**
 * A number below a million that is a whole number of millionths is written with six digits at most on either side of
 * the point: JavaScript writes the shortest decimal that is this number, and no two decimals of fewer than sixteen digits
 * are the same one. Most coordinates and amounts are such, and writing them out to see is what takes long.
 */
const isLong = (value: number): boolean =>
  !(Math.abs(value) < MILLION && Math.round(value * MILLION) / MILLION === value);

function look(value: unknown, depth: number, found: Survey): void {
  if (depth > MAX_DEPTH) throw new Failure('upstream-broken', { note: 'answer nested too deeply' });
  if (typeof value === 'string') found.texts += 1;
  else if (typeof value === 'number') {
    if (isLong(value)) found.longNumbers.push(value);
  } else if (Array.isArray(value)) for (const inner of value as unknown[]) look(inner, depth + 1, found);
  else if (typeof value === 'object' && value !== null)
    for (const name of Object.keys(value)) {
      found.texts += 1;
      if (isDroppedName(name)) found.drops = true;
      else look((value as Record<string, unknown>)[name], depth + 1, found);
    }
}

/**
 * @param value JSON as it was parsed. All of it is looked at, whatever is found early: the rest may be nested too deeply.
 * @throws Failure `upstream-broken` for what lies deeper than any answer that means something.
 */
export function surveyOf(value: unknown): Survey {
  const found: Survey = { drops: false, texts: 0, longNumbers: [] };
  look(value, 0, found);
  return found;
}
