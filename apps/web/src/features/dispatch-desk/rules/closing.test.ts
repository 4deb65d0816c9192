import { describe, expect, it } from 'vitest';
import { closingLabel, EMPTY_CLOSING, readClosing } from './closing.ts';

const due = (amount: number) => ({ collect: { due: amount, collected: null, means: null } });
const free = { collect: null };

it.each([
  ['entregada', 1, 'Marcar como entregada'],
  ['entregada', 3, 'Marcar 3 como entregadas'],
  ['no_entregada', 1000, 'Marcar 1,000 como no entregadas'],
] as const)('labels the closing of %s × %i', (to, count, label) => {
  expect(closingLabel(to, count)).toBe(label);
});

describe('readClosing', () => {
  it('requires a reason for a failed delivery', () => {
    expect(readClosing('no_entregada', [free], EMPTY_CLOSING).errors).toEqual({ reason: 'Elija el motivo' });
    expect(readClosing('no_entregada', [free], { ...EMPTY_CLOSING, reason: 'ausente' })).toEqual({
      fields: { reason: 'ausente' },
      errors: {},
    });
  });

  it('requires a payment method only for a delivery with an amount to collect', () => {
    expect(readClosing('entregada', [due(4590), free], EMPTY_CLOSING).errors).toEqual({ means: 'Elija cómo pagó' });
    expect(readClosing('entregada', [free], EMPTY_CLOSING)).toEqual({ fields: {}, errors: {} });
    expect(readClosing('en_devolucion', [due(4590)], EMPTY_CLOSING)).toEqual({ fields: {}, errors: {} });
  });

  it('includes the amount only for a single order and if it differs from the due one', () => {
    const typed = { ...EMPTY_CLOSING, means: 'yape', amount: '40.5' };
    expect(readClosing('entregada', [due(4590)], typed).fields).toEqual({ means: 'yape', collected: 4050 });
    expect(readClosing('entregada', [due(4050)], typed).fields).toEqual({ means: 'yape' });
    expect(readClosing('entregada', [due(4590), due(100)], typed).fields).toEqual({ means: 'yape' });
    expect(readClosing('entregada', [due(4590)], { ...typed, amount: '4o.5' }).errors).toEqual({
      amount: 'Escriba un monto en soles, por ejemplo 45.90',
    });
  });
});
