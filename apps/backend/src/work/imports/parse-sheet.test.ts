import { accountRows, type ImportAccounting } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CellFault, type SheetFile, type SheetRow, unreadableCell } from '#platform/files/sheet.ts';
import { type JudgedLine } from './judge-lines.ts';
import { parseSheet } from './parse-import.ts';

const HEADINGS = ['Cliente', 'Destinatario', 'Dirección', 'Distrito', 'Fecha', 'Cobro', 'Nota'];
const GOOD = ['C1', 'Ana', 'Av. Larco 345', '150122', '21/11/2026', '45.90', ''];

const context = {
  today: '2026-11-20',
  timeZone: 'America/Lima',
  couriers: [],
  province: '1501',
  clients: [{ id: 'c1', code: 'C1', name: 'Bodega', tax_id: '20600000011', phone: null, active: true }],
};

type Row = Omit<SheetRow, 'line'>;

const fileOf = (rows: readonly Row[]): SheetFile => ({
  kind: 'sheet',
  rows: rows.map((row, index) => ({ ...row, line: index + 1 })),
  sheets: [{ name: 'Hoja1', rows: rows.length, hidden: false }],
  sheet: 0,
  encoding: null,
});

function parse(rows: readonly Row[], includeHidden = false) {
  const parsed = parseSheet(fileOf(rows), { ...context, includeHidden });
  if (parsed.kind !== 'lines') throw new Error(`Not readable: ${parsed.why}`);
  return parsed;
}

const counted = ({ line, rows, ok }: JudgedLine) => ({ line, rows: rows.length, ok });

const NONE = { repeated: new Set<number>(), takenOut: new Set<number>() };

/** The sum of all figures but `read`. */
const sumOf = (accounting: ImportAccounting): number =>
  Object.values(accounting).reduce((sum, each) => sum + each, 0) - accounting.read;

describe('the rows of a sheet', () => {
  it('are counted by kind', () => {
    const rows: Row[] = [
      { cells: ['Reparto del lunes'] },
      { cells: [] },
      { cells: HEADINGS },
      { cells: GOOD },
      { cells: GOOD, hidden: true },
      { cells: ['', ' '] },
      { cells: GOOD.with(3, 'Wakanda') },
      { cells: HEADINGS },
      { cells: ['C1', 'Ana "x\nLuz'], fault: 'unclosed-quote' },
      { cells: [...GOOD, '234.50'], fault: 'extra-cells' },
      { cells: ['TOTAL', '', '', '', '', '91.80'] },
    ];
    const { aside, lines, hidden, totals, hiddenRows } = parse(rows);
    expect(accountRows(aside, lines.map(counted), NONE)).toEqual({
      read: 11,
      imported: 1,
      errors: 3,
      repeated: 0,
      takenOut: 0,
      hidden: 1,
      totals: 1,
      titles: 3,
      blank: 2,
    });
    expect([hidden, totals, hiddenRows]).toEqual([[5], [11], [{ line: 5, text: GOOD.join(';') }]]);
    const included = parse(rows, true);
    expect(accountRows(included.aside, included.lines.map(counted), NONE)).toMatchObject({
      read: 11,
      imported: 2,
      hidden: 0,
    });
    expect([included.hidden, included.hiddenRows]).toEqual([[5], []]);
  });

  it('of one document are one line, even with an error in one of them', () => {
    const of = (guide: string, item: string, ...more: string[]): Row => ({ cells: [...GOOD, guide, item, ...more] });
    const headings: Row = { cells: [...HEADINGS, 'Guía', 'Producto', 'Bultos'] };
    const unreadable = unreadableCell('error', '#REF!');
    const { aside, lines } = parse([
      headings,
      of('T1-1', 'Caja', '2'),
      of('T1-2', 'Bolsa', '1'),
      of('T1-1', 'Sobre', '1'),
      of('T1-2', unreadable, '1'),
      { ...of('T1-1', 'Otra', '1'), fault: 'extra-cells' },
    ]);
    expect(lines.map(({ line, rows, ok }) => [line, rows, ok])).toEqual([
      [2, [2, 4], true],
      [3, [3, 5], false],
      [6, [6], false],
    ]);
    expect(lines[1]).toMatchObject({ errors: [{ column: 'item', value: '#REF!' }] });
    expect(accountRows(aside, lines.map(counted), NONE)).toMatchObject({ read: 6, imported: 2, errors: 3, titles: 1 });
  });

  it('with a fault are errors that show the recipient and the remedy', () => {
    const { lines } = parse([
      { cells: HEADINGS },
      { cells: GOOD.with(1, 'Ana "x\nLuz'), fault: 'unclosed-quote' },
      { cells: [...GOOD, '234.50', '', 'x'], fault: 'extra-cells' },
    ]);
    expect(lines).toMatchObject([
      {
        line: 2,
        ok: false,
        recipient: 'Ana "x Luz',
        address: 'Av. Larco 345',
        errors: [{ column: null, reason: 'Una comilla (") se abre y no se cierra', suggestion: null }],
      },
      { line: 3, ok: false, errors: [{ column: null, value: '234.50 · x', reason: 'Hay más celdas que títulos' }] },
    ]);
  });

  it.each<[CellFault, string, string]>([
    ['error', '#N/A', 'La celda dice #N/A, que es un error de Excel'],
    ['error', 'Luc\ufffda', 'Tiene un carácter que no se pudo leer'],
    ['formula', '', 'La fórmula no tiene resultado guardado'],
    ['rounded', '1.23457E+14', 'Excel redondeó este número'],
  ])('with an unreadable cell (%s) are errors in every used column', (fault, shown, reason) => {
    HEADINGS.forEach((_, place) => {
      const { lines } = parse([{ cells: HEADINGS }, { cells: GOOD.with(place, unreadableCell(fault, shown)) }]);
      expect(lines, HEADINGS[place]).toMatchObject([{ ok: false, errors: [{ reason }] }]);
      expect(lines[0]?.ok === false && lines[0].errors).toHaveLength(1);
    });
    const unused = parse([{ cells: [...HEADINGS, 'Color'] }, { cells: [...GOOD, unreadableCell(fault, shown)] }]);
    expect(unused.lines).toMatchObject([{ ok: true }]);
  });

  const cell = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('', ' ', 'TOTAL', 'Suma:', '12', 'S/ 1.50', ...HEADINGS, ...GOOD) },
    fc.string({ maxLength: 8 }),
    fc.constantFrom<CellFault>('error', 'formula', 'rounded').map((fault) => unreadableCell(fault, '#N/A')),
  );
  const row = fc.record({
    cells: fc.oneof(fc.array(cell, { maxLength: 9 }), fc.constant(GOOD), fc.constant(HEADINGS)),
    hidden: fc.option(fc.constant(true as const), { nil: undefined }),
    fault: fc.option(fc.constantFrom('unclosed-quote' as const, 'extra-cells' as const), { nil: undefined }),
  });

  it('add up in every file, whatever is left out, and rows with a fault are errors', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 5 }),
        fc.array(row, { maxLength: 30 }),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 40 })),
        fc.array(fc.integer({ min: 1, max: 40 })),
        (above, below, includeHidden, repeated, takenOut) => {
          const rows = [...above, { cells: HEADINGS }, ...below].map(({ cells, ...more }) => ({
            cells,
            ...('hidden' in more && more.hidden && { hidden: more.hidden }),
            ...('fault' in more && more.fault && { fault: more.fault }),
          }));
          const parsed = parseSheet(fileOf(rows), { ...context, includeHidden });
          if (parsed.kind !== 'lines') return;
          const { aside, lines, hiddenRows } = parsed;
          const accounting = accountRows(aside, lines.map(counted), {
            repeated: new Set(repeated),
            takenOut: new Set(takenOut),
          });
          expect(accounting.read).toBe(rows.length);
          expect(sumOf(accounting)).toBe(accounting.read);
          const numbers = [...lines, ...hiddenRows].map(({ line }) => line);
          expect(new Set(numbers).size).toBe(numbers.length);
          for (const { line, ok } of lines) if (ok) expect(rows[line - 1]?.fault).toBeUndefined();
        },
      ),
    );
  });
});
