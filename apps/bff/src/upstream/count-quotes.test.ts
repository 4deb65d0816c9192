import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countQuotes } from './count-quotes.ts';

const oneByOne = (bytes: Uint8Array): number => bytes.filter((byte) => byte === 0x22).length;

it('counts what a look at each byte counts, wherever in memory the bytes lie', () => {
  // Bytes that differ from a quote in one bit, and those that border on carries, are the ones to get wrong.
  const byte = fc.oneof(fc.constantFrom(0x22, 0x22, 0xa2, 0x23, 0x20, 0x62, 0x02, 0x00, 0x7f, 0x80, 0xff), fc.nat(255));
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 60 }), fc.nat(7), (values, offset) => {
      const bytes = new Uint8Array(new ArrayBuffer(values.length + offset), offset);
      bytes.set(values);
      expect(countQuotes(bytes)).toBe(oneByOne(bytes));
    }),
    { numRuns: 2000 },
  );
});

it('counts as many as there are, also where each byte is one', () => {
  for (const length of [0, 1, 1019, 1020, 1021, 1024, 5000, 70_003])
    expect(countQuotes(new Uint8Array(length).fill(0x22))).toBe(length);
});

it('takes no part of a sign of several bytes for a quote', () => {
  expect(countQuotes(Buffer.from('Ñandú "ﾢ" ∢ 😀 "'))).toBe(3);
});
