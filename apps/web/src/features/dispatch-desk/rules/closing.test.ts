import { describe, expect, it } from 'vitest';
import { EMPTY_CLOSING, readClosing } from './closing.ts';

const due = (amount: number) => ({ collect: { due: amount, collected: null, means: null } });
const free = { collect: null };

describe('readClosing', () => {
  it('wants a reason for a visit in vain', () => {
    expect(readClosing('no_entregada', [free], EMPTY_CLOSING).errors).toEqual({ reason: 'Elija el motivo' });
    expect(readClosing('no_entregada', [free], { ...EMPTY_CLOSING, reason: 'ausente' })).toEqual({
      fields: { reason: 'ausente' },
      errors: {},
    });
  });

  it('wants means for a delivery with something to collect, and asks nothing of the others', () => {
    expect(readClosing('entregada', [due(4590), free], EMPTY_CLOSING).errors).toEqual({ means: 'Elija cómo pagó' });
    expect(readClosing('entregada', [free], EMPTY_CLOSING)).toEqual({ fields: {}, errors: {} });
    expect(readClosing('en_devolucion', [due(4590)], EMPTY_CLOSING)).toEqual({ fields: {}, errors: {} });
  });

  it('tells the amount only where it is not what was due, and only of a single order', () => {
    const typed = { ...EMPTY_CLOSING, means: 'yape', amount: '40.5' };
    expect(readClosing('entregada', [due(4590)], typed).fields).toEqual({ means: 'yape', collected: 4050 });
    expect(readClosing('entregada', [due(4050)], typed).fields).toEqual({ means: 'yape' });
    expect(readClosing('entregada', [due(4590), due(100)], typed).fields).toEqual({ means: 'yape' });
    expect(readClosing('entregada', [due(4590)], { ...typed, amount: '4o.5' }).errors).toEqual({
      amount: 'Escriba un monto en soles, por ejemplo 45.90',
    });
  });
});
