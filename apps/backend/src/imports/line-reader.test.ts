import { describe, expect, it } from 'vitest';
import { clipCell } from '../files/file-limits.ts';
import { LineReader } from './line-reader.ts';
import { readHeader } from './read-header.ts';
import { readSoles } from './read-values.ts';

const HEADER = readHeader(['Cliente', 'Nota', 'Cobro', 'Color']);

describe('a line of a file', () => {
  it('is one line of text in each cell, whatever breaks or blanks stand there', () => {
    const line = new LineReader(['\u2028 a\u2029\u2029b\ufeff\u0085\u00a0 c\r\n'], HEADER);
    expect(line.cell('client')).toBe('a b c');
  });

  it('is wrong where a cell was cut in reading, and says so once, also where little would be left of it', () => {
    const long = clipCell(`x${' '.repeat(2000)}y`);
    const line = new LineReader([long, long, clipCell(`1${' '.repeat(2000)}`), long], HEADER);
    line.required('client', 160);
    line.text('note', 500);
    expect(line.value('collectDue', readSoles, null)).toBeNull();
    expect(line.errors.map(({ column, reason, remedy }) => [column, reason, remedy])).toEqual([
      ['client', 'Tiene más de 1000 caracteres', 'Acórtelo'],
      ['collectDue', 'Tiene más de 1000 caracteres', 'Acórtelo'],
      ['note', 'Tiene más de 1000 caracteres', 'Acórtelo'],
    ]);
  });

  it('is right where a cell is as long as it may be', () => {
    const line = new LineReader([clipCell(`x${' '.repeat(998)}y`)], HEADER);
    expect([line.required('client', 160), line.errors]).toEqual(['x y', []]);
  });
});
