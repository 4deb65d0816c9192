import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { findNamingTests, gaps, namingTests, readControls, readRows } from './rows.ts';

// Built from parts, so that this file does not count its own examples as proof.
const [QUOTE, DOUBLE, TICK] = ["'", '"', '`'];

describe('rows', () => {
  it('finds the ids at the start of a title, in every way to write a test', () => {
    const text = [
      `it(${QUOTE}S1: one${QUOTE}, () => {});`,
      `test(${TICK}S2 C3: two${TICK}, async () => {});`,
      `it.each([[1], [2]])(${DOUBLE}S4, G5: %s${DOUBLE}, () => {});`,
      `it(\n  ${QUOTE}S6: on its own line${QUOTE},\n  () => {});`,
      `it.each(['a', 'b'])(${QUOTE}S7: %s${QUOTE}, () => {});`,
      `it.each<[what: string, make: () => string[]]>([\n  ['a', () => ['x']],\n])(${QUOTE}S8: %s${QUOTE}, () => {});`,
    ].join('\n');
    expect(namingTests(text, 'x').map(({ ids, line }) => [ids, line])).toEqual([
      [['S1'], 1],
      [['S2', 'C3'], 2],
      [['S4', 'G5'], 3],
      [['S6'], 4],
      [['S7'], 7],
      [['S8'], 8],
    ]);
  });

  it('ignores ids in other places', () => {
    const text = `describe(${QUOTE}S1: group${QUOTE}); it(${QUOTE}like S2: x${QUOTE}); // it proves S3\nit(${QUOTE}S4 without colon${QUOTE});`;
    expect(namingTests(text, 'x')).toEqual([]);
  });

  it('lists rows without a test, and tests without a row', () => {
    const test = { title: '', file: '', line: 1 };
    const { unproved, unknown } = gaps(
      [
        { id: 'S1', text: '' },
        { id: 'S2', text: '' },
      ],
      [
        { ...test, ids: ['S1'] },
        { ...test, ids: ['S99'] },
      ],
    );
    expect(unproved.map(({ id }) => id)).toEqual(['S2']);
    expect(unknown.map(({ ids }) => ids)).toEqual([['S99']]);
  });

  it('lists every row of specification, design card and reviewer’s list once', () => {
    const expected = [
      ...Array.from({ length: 46 }, (_, index) => `S${index + 1}`),
      ...Array.from({ length: 8 }, (_, index) => `C${index + 1}`),
      ...Array.from({ length: 41 }, (_, index) => `G${index + 1}`),
      // The others of the reviewer's list belong to parts that are not built yet.
      'G42',
      'G43',
      'G44',
      'G45',
    ];
    expect(
      readRows()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(expected.sort());
  });

  it('names existing files as the code of each control', () => {
    for (const { id, code } of readControls()) {
      expect(code, id).not.toEqual([]);
      expect(
        code.filter((path) => !existsSync(`${ROOT}${path}`)),
        id,
      ).toEqual([]);
    }
  });

  it('finds a test for every row, and a row for every id in a title', () => {
    const { unproved, unknown } = gaps(readRows(), findNamingTests());
    expect(unproved.map(({ id }) => id)).toEqual([]);
    expect(unknown.map(({ file, line, title }) => `${file}:${line} ${title}`)).toEqual([]);
  });
});
