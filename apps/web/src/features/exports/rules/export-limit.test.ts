import { emptyFilter, FULL_EXPORT_ORDERS, MAX_COUNTED } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { fullExportText } from './export-limit.ts';

const narrowed = { ...emptyFilter(), flags: { is: ['con_cobro' as const], not: [] } };

it('allows everyone to export a filtered result up to the limit', () => {
  expect(fullExportText(narrowed, { total: 294, isOver: false }, false)).toBeUndefined();
  expect(fullExportText(narrowed, { total: FULL_EXPORT_ORDERS, isOver: false }, false)).toBeUndefined();
  expect(fullExportText(narrowed, { total: undefined, isOver: false }, false)).toBeUndefined();
});

it('explains what an export of all orders, or of too many, requires', () => {
  expect(fullExportText(emptyFilter(), { total: 3, isOver: false }, false)).toMatch(
    /todas las órdenes necesita el cargo S/,
  );
  expect(fullExportText(narrowed, { total: FULL_EXPORT_ORDERS + 1, isOver: false }, false)).toMatch(
    /Exportar 10,001 órdenes de una vez/,
  );
  expect(fullExportText(narrowed, { total: MAX_COUNTED, isOver: true }, false)).toMatch(
    /Exportar más de 10,000 órdenes de una vez/,
  );
});

it('does not count a long date range as a filter', () => {
  const month = { ...emptyFilter(), from: '2026-10-01', to: '2026-10-31' };
  expect(fullExportText(month, { total: 294, isOver: false }, false)).toBeUndefined();
  expect(fullExportText({ ...month, to: '2026-11-30' }, { total: 294, isOver: false }, false)).toMatch(
    /más de 31 días sin otro filtro/,
  );
});

it('allows charge S to export everything', () => {
  expect(fullExportText(emptyFilter(), { total: 1_000_000, isOver: false }, true)).toBeUndefined();
});
