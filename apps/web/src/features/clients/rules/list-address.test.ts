import fc from 'fast-check';
import { expect, it } from 'vitest';
import { followWrites, readAddress, writeAddress } from './list-address.ts';

const key = fc.stringMatching(/^[\p{L}_][\p{L}\d_ -]{0,12}$/u);

it('round-trips any search, sorting and columns', () => {
  const address = fc.record({
    search: fc.string({ unit: 'grapheme' }),
    sort: fc.option(fc.record({ id: key, desc: fc.boolean() })),
    columns: fc.option(fc.uniqueArray(key, { minLength: 1, maxLength: 5 })),
  });
  fc.assert(
    fc.property(address, (said) => {
      expect(readAddress(new URLSearchParams(writeAddress(said).toString()))).toEqual(said);
    }),
  );
});

it('writes no parameters for the default state', () => {
  expect(writeAddress({ search: '', sort: null, columns: null }).toString()).toBe('');
  expect(readAddress(new URLSearchParams('sentido=desc'))).toEqual({ search: '', sort: null, columns: null });
});

it('recognises own writes that reach the URL late', () => {
  expect(followWrites(['', 'q=a', 'q=ab'], 'q=a')).toEqual(['q=a', 'q=ab']);
  expect(followWrites(['q=a', 'q=ab'], 'q=ab')).toEqual(['q=ab']);
  expect(followWrites(['q=ab'], 'q=other')).toBeNull();
});
