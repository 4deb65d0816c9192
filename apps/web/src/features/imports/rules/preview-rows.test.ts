import { type OrderPreview } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { brokenCells, goodRows, lineNotes } from './preview-rows.ts';

const good = (line: number, notes: string[] = []): OrderPreview => ({
  line,
  rows: 1,
  ok: true,
  client: 'Bodega Ñandú',
  clientReference: null,
  recipient: 'José Peña',
  address: 'Av. Larco 345',
  ubigeo: '150122',
  date: '2026-11-21',
  window: null,
  collectDue: null,
  notes,
});

const rows: OrderPreview[] = [
  good(2),
  {
    line: 3,
    rows: 1,
    ok: false,
    recipient: 'Luz Díaz',
    address: 'Jr. Puno 12',
    errors: [
      {
        column: 'date',
        value: '31/02/2026',
        reason: 'No es una fecha',
        remedy: 'Escríbala como 24/11/2026',
        suggestion: null,
      },
      {
        column: 'collectDue',
        value: 'diez',
        reason: 'No es un monto',
        remedy: 'Escríbalo como 45,90',
        suggestion: null,
      },
    ],
  },
  good(4, ['El cliente ya usó esta guía']),
];

it('lists each invalid cell with the line and header of the file', () => {
  expect(brokenCells(rows)).toEqual([
    {
      line: 3,
      recipient: 'Luz Díaz',
      address: 'Jr. Puno 12',
      isFirst: true,
      key: 'date',
      column: 'Fecha',
      value: '31/02/2026',
      reason: 'No es una fecha',
      remedy: 'Escríbala como 24/11/2026',
      suggestion: null,
    },
    {
      line: 3,
      recipient: 'Luz Díaz',
      address: 'Jr. Puno 12',
      isFirst: false,
      key: 'collectDue',
      column: 'Cobro (S/)',
      value: 'diez',
      reason: 'No es un monto',
      remedy: 'Escríbalo como 45,90',
      suggestion: null,
    },
  ]);
});

it('keeps the orders to import in file order', () => {
  expect(goodRows(rows).map(({ line }) => line)).toEqual([2, 4]);
});

it('lists each note once with all its lines, most frequent first', () => {
  const unknown = '«Bodega» no está entre los clientes';
  const twice = 'El cliente ya usó esta guía';
  expect(lineNotes([good(2, [twice]), ...rows, good(9, [unknown, twice]), good(7, [unknown, twice])])).toEqual([
    { text: twice, lines: [2, 4, 7, 9] },
    { text: unknown, lines: [7, 9] },
  ]);
});
