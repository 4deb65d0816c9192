import { describe, expect, it } from 'vitest';
import { closingLabel, EMPTY_CLOSING, readClosing } from './closing.ts';

const due = (amount: number) => ({ due: amount, payments: [], difference: null });

it.each([
  ['entregada', 1, 'Marcar como entregada'],
  ['entregada', 3, 'Marcar 3 como entregadas'],
  ['no_entregada', 1000, 'Marcar 1,000 como no entregadas'],
] as const)('labels the closing of %s × %i', (to, count, label) => {
  expect(closingLabel(to, count)).toBe(label);
});

describe('readClosing', () => {
  const closing = (...given: Parameters<typeof readClosing>) => {
    const { outcome, errors } = readClosing(...given);
    return Object.keys(errors).length > 0 ? errors : outcome;
  };

  it('requires a reason for a failed delivery', () => {
    expect(closing('no_entregada', null, EMPTY_CLOSING)).toEqual({ reason: 'Seleccione el motivo' });
    expect(closing('no_entregada', null, { ...EMPTY_CLOSING, reason: 'ausente' })).toEqual({ reason: 'ausente' });
  });

  it('requires payments only for a delivery with an amount to collect', () => {
    expect(closing('entregada', due(4590), EMPTY_CLOSING)).toEqual({ paid: 'Seleccione cómo pagó' });
    expect(closing('entregada', null, EMPTY_CLOSING)).toEqual({});
    expect(closing('en_devolucion', due(4590), EMPTY_CLOSING)).toEqual({});
  });

  it('requires a reason if the payments differ from the amount due', () => {
    const part = { ...EMPTY_CLOSING, paid: { yape: '40.50' } };
    const payments = [{ means: 'yape', amount: 4050 }];
    expect(closing('entregada', due(4050), part)).toEqual({ payments });
    expect(closing('entregada', due(4590), part)).toEqual({ difference: 'Diga por qué no se cobró lo debido' });
    expect(closing('entregada', due(4590), { ...part, difference: ' Paga después ' })).toEqual({
      payments,
      difference: 'Paga después',
    });
  });
});
