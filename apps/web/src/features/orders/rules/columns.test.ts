import { describe, expect, it } from 'vitest';
import { COLUMN_KEYS, fittingColumns, minWidth, tracksOf } from './columns.ts';

describe('columns', () => {
  it('all of them where there is room', () => {
    expect(fittingColumns(1400)).toEqual(COLUMN_KEYS);
  });

  it('the least needed give way first, and what is left fits', () => {
    const at = fittingColumns(856);
    expect(at).not.toContain('cobro');
    expect(at).toContain('distrito');
    expect(minWidth(at)).toBeLessThanOrEqual(856);
  });

  it('who takes an order is told beside the couriers of a window of 1280 px', () => {
    expect(fittingColumns(696)).toContain('repartidor');
  });

  it('what an order is called, when it is due, how it stands and for whom it is stay however narrow it gets', () => {
    expect(fittingColumns(0)).toEqual(['codigo', 'vence', 'estado', 'destinatario']);
  });

  it('has a track for the box and for each column', () => {
    expect(tracksOf(['codigo', 'destinatario'])).toBe('40px 88px minmax(144px, 6fr)');
  });
});
