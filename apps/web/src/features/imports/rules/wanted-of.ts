import { type ImportPreview } from '@despacho/contracts/dispatch';
import { type Wanted } from './import-texts.ts';

/** @returns what would be imported. @param included doubtful lines to import. */
export function wantedOf(
  { good, broken, doubtful }: Pick<Extract<ImportPreview, { readable: true }>, 'good' | 'broken' | 'doubtful'>,
  included: ReadonlySet<number>,
): Wanted {
  const leftOut = doubtful.filter(({ line }) => !included.has(line)).length;
  return { orders: good - leftOut, leftOut, broken };
}
