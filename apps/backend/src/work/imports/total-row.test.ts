import { expect, it } from 'vitest';
import { unreadableCell } from '#platform/files/sheet.ts';
import { readHeader } from './read-header.ts';
import { isTotalRow } from './total-row.ts';

const HEADER = readHeader(['Cliente', 'Destinatario', 'Dirección', 'Distrito', 'Bultos', 'Cobro']);

it.each([
  [['TOTAL', '', '', '', '12', 'S/ 1,234.50']],
  [['', 'Total general:', '', '', '', '340.00']],
  [['', '', 'TOTALES', '', '12', '']],
  [['', '', '', 'Suma', '12', '340']],
  [['Sub-total', '', '', '', '12', '-']],
  [['Total de bultos: 25']],
  [['', '', '', '', 'TOTAL S/', '340.00']],
  [['TOTAL BULTOS', '25', '', 'TOTAL COBRO', '', '1 340,50']],
  [['Gran total', '', '', '', unreadableCell('error', '#REF!'), unreadableCell('formula', '')]],
])('recognises %j as a total', (cells) => {
  expect(isTotalRow(cells, HEADER)).toBe(true);
});

it.each([
  [['C1', 'Total Servicios S.A.', 'Av. Larco 345', 'Miraflores', '1', '45.90']],
  [['C1', 'Total', 'Av. Larco 345', 'Miraflores', '1', '45.90']],
  [['', 'Total Servicios S.A.', '', '', '', '']],
  [['Total Courier', '', '', '', '1', '']],
  [['', '', '', '', '12', '340.00']],
  [['TOTAL', 'Ana', '', '', '1', '45.90']],
  [['TOTAL', '', '123', '', '1', '45.90']],
  [['', '', '', '', '', '']],
])('does not take %j for a total', (cells) => {
  expect(isTotalRow(cells, HEADER)).toBe(false);
});
