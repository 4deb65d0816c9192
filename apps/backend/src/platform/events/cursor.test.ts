import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const offices = fc.uniqueArray(fc.stringMatching(/^[A-Z][A-Z0-9_-]{0,9}$/), { minLength: 1, maxLength: 6 });
const positions = fc
  .tuple(offices, fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { minLength: 6, maxLength: 6 }))
  .map(([ids, places]) => new Map(ids.map((id, index) => [id, places[index] ?? 0])));

describe('the cursor of a stream', () => {
  it('survives a round trip, in any order', () => {
    fc.assert(
      fc.property(positions, (held) => {
        const cursor = encodeCursor(held);
        expect(decodeCursor(cursor, held.keys())).toEqual(held);
        expect(encodeCursor(new Map([...held].reverse()))).toBe(cursor);
      }),
    );
  });

  it("fits the gateway's limit", () => {
    fc.assert(
      fc.property(positions, (held) => {
        expect(encodeCursor(held)).toMatch(/^[A-Za-z0-9_.:-]{1,2048}$/);
      }),
    );
  });

  it('is not valid for other offices', () => {
    const cursor = encodeCursor(
      new Map([
        ['LIMA', 3],
        ['CUSCO', 4],
      ]),
    );
    for (const others of [['LIMA'], ['LIMA', 'AREQUIPA'], ['LIMA', 'CUSCO', 'PUNO'], []])
      expect(decodeCursor(cursor, others)).toBeUndefined();
    expect(decodeCursor(cursor, ['CUSCO', 'LIMA'])).toBeDefined();
  });

  it('requests a reset when there are too many offices to encode', () => {
    const many = new Map(Array.from({ length: 600 }, (_, index) => [`O${String(index)}`, 99_999]));
    expect(encodeCursor(many)).toBe('lost');
    expect(decodeCursor('lost', many.keys())).toBeUndefined();
  });

  it('rejects what it did not encode', () => {
    const good = encodeCursor(new Map([['LIMA', 3]]));
    for (const text of [
      '',
      `${good}.`,
      `${good}.4`,
      `${good} `,
      good.replace('.3', '.-3'),
      good.replace('.3', '.3 '),
      good.replace('.3', '.zzzzzzzzzzzz'),
    ])
      expect(decodeCursor(text, ['LIMA'])).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeCursor(text, ['LIMA'])).toBeUndefined();
      }),
    );
  });
});
