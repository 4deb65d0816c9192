import { describe, expect, it } from 'vitest';
import { COLUMN_KEYS, fittingColumns, minWidth, tracksOf } from './columns.ts';

describe('columns', () => {
  it('shows all columns if there is room, except optional ones', () => {
    const extra = ['telefono', 'direccion', 'bultos', 'peso'];
    expect(fittingColumns(4000)).toEqual(COLUMN_KEYS.filter((key) => !extra.includes(key)));
  });

  it('drops the least important columns until the rest fits', () => {
    const at = fittingColumns(856);
    expect(at).not.toContain('cobro');
    expect(at).toContain('distrito');
    expect(minWidth(at)).toBeLessThanOrEqual(856);
  });

  it('shows the courier next to the courier pane at 1280 px', () => {
    expect(fittingColumns(696)).toContain('repartidor');
  });

  it('shows district and courier next to the courier pane at 1366 px', () => {
    // Beside the menu (236 px) and the pane (348 px).
    expect(fittingColumns(1366 - 236 - 348)).toEqual(expect.arrayContaining(['distrito', 'repartidor']));
  });

  it('always shows code, due time, state and recipient', () => {
    expect(fittingColumns(0)).toEqual(['codigo', 'vence', 'estado', 'destinatario']);
  });

  it('has a track for the checkbox and for each column', () => {
    expect(tracksOf(['codigo', 'destinatario'])).toBe('2.5rem 5.25rem minmax(8rem, 6fr)');
  });
});
