import { describe, expect, it } from 'vitest';
import { clipCell } from '#platform/files/file-limits.ts';
import { LineReader } from './line-reader.ts';
import { readHeader } from './read-header.ts';
import { readSoles } from './read-values.ts';

const HEADER = readHeader(['Cliente', 'Nota', 'Cobro', 'Color']);

describe('an imported line', () => {
  it('normalizes each cell to one line of text', () => {
    const line = new LineReader(['\u2028 a\u2029\u2029b\ufeff\u0085\u00a0 c\r\n'], HEADER);
    expect(line.cell('client')).toBe('a b c');
  });

  it('reports a truncated cell once, even if little of it is left', () => {
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

  it('reports a number that a spreadsheet shortened, in columns of text too', () => {
    const line = new LineReader(['2.02E+11', '9,87654E+08', '4.5E+02'], HEADER);
    expect([line.required('client', 160), line.value('collectDue', readSoles, null)]).toEqual(['2.02E+11', null]);
    expect(line.errors.map(({ column, reason }) => [column, reason])).toEqual(
      ['client', 'collectDue', 'note'].map((column) => [column, 'La hoja de cálculo acortó este número']),
    );
  });

  it('reads a single dash as an empty cell', () => {
    const line = new LineReader([' - ', '–', '—', ''], HEADER);
    expect([line.text('note', 500), line.value('collectDue', readSoles, null)]).toEqual([null, null]);
    expect([line.required('client', 160), line.errors.length]).toEqual(['', 1]);
  });

  it('accepts a cell of the maximum length', () => {
    const line = new LineReader([clipCell(`x${' '.repeat(998)}y`)], HEADER);
    expect([line.required('client', 160), line.errors]).toEqual(['x y', []]);
  });
});
