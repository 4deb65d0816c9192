import { type ShiftNote } from '@despacho/contracts/dispatch';
import { type Reader, shortWhen } from './cause-text.ts';

/** @returns who has read a note: «Leído por Luis Quispe, 14:02». */
export function readsText(reads: ShiftNote['reads'], reader: Reader): string {
  const people = reads.map(({ by, at }) => `${by.user}, ${shortWhen(at, reader)}`);
  return people.length === 0 ? 'Sin leer' : `Leído por ${people.join('; ')}`;
}
