import { describe, expect, it } from 'vitest';
import { tilePlace } from './tiles.ts';

const isPlace = (path: string): boolean => {
  const [z, x, y] = path.split('/');
  return tilePlace.safeParse({ z, x, y }).success;
};

describe('tilePlace', () => {
  it.each(['0/0/0', '1/1/0', '9/511/511', '12/1204/2214', '22/4194303/4194303'])('accepts %s', (path) => {
    expect(isPlace(path)).toBe(true);
  });

  it.each([
    '0/1/0',
    '0/0/1',
    '1/2/0',
    '9/0/512',
    '22/4194304/0',
    '22/0/4194304',
    '23/0/0',
    '1e1/0/0',
    '01/0/0',
    '3/01/0',
    '3/0/00',
    '3/-1/0',
    '3/1.5/0',
    '3/0x1/0',
    '3/+1/0',
    '3/ 1/0',
    '3/1\n/0',
    '3//0',
    '3/..',
    '١/0/0',
  ])('rejects %j', (path) => {
    expect(isPlace(path)).toBe(false);
  });
});
