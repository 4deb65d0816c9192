import { describe, expect, it } from 'vitest';
import { closingLabel, EMPTY_CLOSING, excessOf, paidOf, readClosing, readPaid } from './closing.ts';

const due = (amount: number) => ({ due: amount, payments: [], difference: null });

it.each([
  ['entregada', 1, 'Marcar como entregada'],
  ['entregada', 3, 'Marcar 3 como entregadas'],
  ['no_entregada', 1000, 'Marcar 1,000 como no entregadas'],
] as const)('labels the closing of %s × %i', (to, count, label) => {
  expect(closingLabel(to, count)).toBe(label);
});

describe('readPaid', () => {
  it.each([
    [{ yape: '' }, [{ means: 'yape', amount: 4590 }]],
    [{ yape: '40.5' }, [{ means: 'yape', amount: 4050 }]],
    [
      { efectivo: '', yape: '20' },
      [
        { means: 'efectivo', amount: 2590 },
        { means: 'yape', amount: 2000 },
      ],
    ],
    [{ efectivo: '0', plin: '45.90' }, [{ means: 'plin', amount: 4590 }]],
    [{ efectivo: '0' }, [{ means: 'efectivo', amount: 0 }]],
  ])('reads %j, an empty amount as the rest', (paid, payments) => {
    expect(readPaid(4590, paid)).toEqual({ payments });
  });

  it.each([
    [{}, 'Elija cómo pagó'],
    [{ yape: '4o.5' }, 'Escriba un monto en soles, por ejemplo 45.90'],
    [{ yape: '', efectivo: '' }, 'Escriba cuánto pagó con cada medio'],
    [{ yape: '', efectivo: '45.90' }, 'Con lo demás ya está pagado: escriba cuánto, o quítelo'],
  ])('rejects %j', (paid, error) => {
    expect(readPaid(4590, paid)).toEqual({ error });
  });

  it('compares with the amount due while typing', () => {
    expect(excessOf(4590, { yape: '40' })).toBe(-590);
    expect(excessOf(4590, { yape: '50' })).toBe(410);
    expect(excessOf(4590, { yape: '5x' })).toBe(0);
  });

  it('round-trips recorded payments through the form', () => {
    const payments = [
      { means: 'efectivo' as const, amount: 2590 },
      { means: 'yape' as const, amount: 1000 },
    ];
    expect(paidOf({ due: 4590, payments, difference: 'x' })).toEqual({ efectivo: '25.90', yape: '10.00' });
    expect(paidOf({ due: 1000, payments: payments.slice(1), difference: null })).toEqual({ yape: '' });
  });
});

describe('readClosing', () => {
  const closing = (...given: Parameters<typeof readClosing>) => {
    const { outcome, errors } = readClosing(...given);
    return Object.keys(errors).length > 0 ? errors : outcome;
  };

  it('requires a reason for a failed delivery', () => {
    expect(closing('no_entregada', null, EMPTY_CLOSING)).toEqual({ reason: 'Elija el motivo' });
    expect(closing('no_entregada', null, { ...EMPTY_CLOSING, reason: 'ausente' })).toEqual({ reason: 'ausente' });
  });

  it('requires payments only for a delivery with an amount to collect', () => {
    expect(closing('entregada', due(4590), EMPTY_CLOSING)).toEqual({ paid: 'Elija cómo pagó' });
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
