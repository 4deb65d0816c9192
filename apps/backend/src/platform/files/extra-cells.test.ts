import { describe, expect, it } from 'vitest';
import { markExtraCells } from './extra-cells.ts';
import { readCsv } from './read-csv.ts';

/** The faults of the rows below the headings of a CSV file. */
function faultsOf(text: string) {
  const [headings, ...rows] = readCsv(text, 100).rows;
  const width = (headings?.cells.findLastIndex((cell) => cell !== '') ?? -1) + 1;
  return markExtraCells(rows, width).map(({ fault }) => fault);
}

describe('a row with more cells than headings', () => {
  it.each([
    ['an unquoted amount', 'a,b,c\n1,2,45.90\n1,2,1,234.50\n1,2,3', [undefined, 'extra-cells', undefined]],
    [
      'an unquoted amount before an empty cell',
      'a,b,c\n1,2,\n1,1,234.50,\n1,2,',
      [undefined, 'extra-cells', undefined],
    ],
    ['unquoted decimals in every row', 'a,b,c\n1,45,90,\n1,12,50,', ['extra-cells', 'extra-cells']],
    ['separators at the end of every row', 'a;b;c\nx;y;z;\nx;y;z;', [undefined, undefined]],
    ['separators at the end of one row', 'a;b;c\nx;y;z\nx;y;z;\nx;y;z', [undefined, 'extra-cells', undefined]],
    ['fewer cells', 'a;b;c\nx;y\nx', [undefined, undefined]],
    ['nothing but separators', 'a;b\n1;2\n;;;;\n1;2', [undefined, undefined, undefined]],
  ])('is marked where necessary: %s', (_, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });
});
