import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';
import { includesWords, queryWords, matchRanges } from './search.ts';

const letters = ['a', 'á', 'Á', 'n', 'ñ', 'Ñ', 'ü', 'Ü', ' ', 'e', 'E\u0301', '\u0301', 'o', '1', 'İ', 'ß', '😀'];
const spanish = fc.string({ unit: fc.constantFrom(...letters) });

describe('searching without accents', () => {
  it.each([
    ['Núñez Ávila', 'nunez avila'],
    ['PINGÜINO', 'pinguino'],
    ['Jose\u0301', 'jose'],
    ['😀 Ñ', '😀 n'],
  ])('%s → %s', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('finds and marks a word without its apostrophe or dots', () => {
    expect(matchRanges('Rosa O’Brien', queryWords("o'brien"))).toEqual([
      { text: 'Rosa ', hit: false },
      { text: 'O’Brien', hit: true },
    ]);
    expect(includesWords(fold('Óptica Díaz E.I.R.L.'), queryWords('eirl'))).toBe(true);
    expect(includesWords(fold('Óptica Díaz EIRL'), queryWords('e.i.r.l.'))).toBe(true);
  });

  it('requires every word, anywhere', () => {
    const text = fold('Botica Señor de Sipán · Chiclayo');
    expect(includesWords(text, queryWords('  sipan SENOR '))).toBe(true);
    expect(includesWords(text, queryWords('sipan lima'))).toBe(false);
    expect(includesWords(text, queryWords('   '))).toBe(true);
  });

  it('marks every match, including overlapping ones', () => {
    expect(matchRanges('Banana', ['ana'])).toEqual([
      { text: 'B', hit: false },
      { text: 'anana', hit: true },
    ]);
    expect(matchRanges('José Núñez', queryWords('nunez'))).toEqual([
      { text: 'José ', hit: false },
      { text: 'Núñez', hit: true },
    ]);
  });

  it('keeps the text unchanged when marking', () => {
    fc.assert(
      fc.property(spanish, spanish, (text, query) => {
        const pieces = matchRanges(text, queryWords(query));
        expect(pieces.map((piece) => piece.text).join('')).toBe(text.normalize('NFC'));
      }),
    );
  });
});
