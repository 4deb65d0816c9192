import { hash } from 'node:crypto';
import { type Positions } from './events-repository.ts';

/*
 * The `id:` of a stream: a short digest of the followed offices, then the position in each office's log, in their
 * order: `5f0c21ab.3.c.0`. A single number is not enough, because offices count independently.
 */

/** The gateway forwards a Last-Event-ID of at most this length. */
const MAX_LENGTH = 2048;
/** Stands for an unknown position and so causes a reset. Used for readers who follow too many offices to encode. */
const LOST = 'lost';

const sorted = (officeIds: Iterable<string>): string[] => [...officeIds].sort();

const digest = (officeIds: string[]): string => hash('sha256', officeIds.join(',')).slice(0, 8);

/** @returns the same string for the same positions, regardless of their order. */
export function encodeCursor(positions: Positions): string {
  const offices = sorted(positions.keys());
  const places = offices.map((office) => (positions.get(office) ?? 0).toString(36));
  const cursor = [digest(offices), ...places].join('.');
  return cursor.length <= MAX_LENGTH ? cursor : LOST;
}

/** @returns the positions in the logs of these offices, or undefined for a string encoded for other offices. */
export function decodeCursor(text: string, officeIds: Iterable<string>): Positions | undefined {
  const offices = sorted(officeIds);
  const [head, ...places] = text.split('.');
  if (head !== digest(offices) || places.length !== offices.length) return undefined;
  const positions = places.map((place) => (/^[0-9a-z]{1,10}$/.test(place) ? parseInt(place, 36) : NaN));
  if (!positions.every(Number.isSafeInteger)) return undefined;
  return new Map(offices.map((office, index) => [office, positions[index] ?? 0]));
}
