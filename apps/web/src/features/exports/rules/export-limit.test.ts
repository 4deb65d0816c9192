import { emptyFilter, FULL_EXPORT_ORDERS } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { fullExportText } from './export-limit.ts';

const narrowed = { ...emptyFilter(), flags: { is: ['con_cobro' as const], not: [] } };

it('allows everyone to export a filtered result up to the limit', () => {
  expect(fullExportText(narrowed, 294, false)).toBeUndefined();
  expect(fullExportText(narrowed, FULL_EXPORT_ORDERS, false)).toBeUndefined();
  expect(fullExportText(narrowed, undefined, false)).toBeUndefined();
});

it('explains what an export of all orders, or of too many, requires', () => {
  expect(fullExportText(emptyFilter(), 3, false)).toMatch(/todas las órdenes necesita el cargo S/);
  expect(fullExportText(narrowed, FULL_EXPORT_ORDERS + 1, false)).toMatch(/10,001 órdenes de una vez/);
});

it('does not count a long date range as a filter', () => {
  const month = { ...emptyFilter(), from: '2026-10-01', to: '2026-10-31' };
  expect(fullExportText(month, 294, false)).toBeUndefined();
  expect(fullExportText({ ...month, to: '2026-11-30' }, 294, false)).toMatch(/más de 31 días sin otro filtro/);
});

it('allows charge S to export everything', () => {
  expect(fullExportText(emptyFilter(), 1_000_000, true)).toBeUndefined();
});
