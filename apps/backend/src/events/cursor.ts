import { type Positions } from './events-repository.ts';

/*
 * What a stream's `id:` holds: where the reader stands in the log of each office it follows, as `LIMA:12` or, for someone
 * who follows several, `AREQUIPA:3,LIMA:12,TRUJILLO:0`. One number would not do: offices count independently.
 */

const PART = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63}):(0|[1-9]\d{0,14})$/;

/** @returns the same text for the same positions, whatever their order. */
export const encodeCursor = (positions: Positions): string =>
  [...positions]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([office, position]) => `${office}:${position}`)
    .join(',');

/** @returns the positions, or undefined for anything that `encodeCursor` did not write. */
export function decodeCursor(text: string): Positions | undefined {
  const positions = new Map<string, number>();
  for (const part of text.split(',')) {
    const [, office, position] = PART.exec(part) ?? [];
    if (office === undefined || positions.has(office)) return undefined;
    positions.set(office, Number(position));
  }
  return positions;
}
