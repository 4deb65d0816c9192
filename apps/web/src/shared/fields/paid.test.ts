import { describe, expect, it } from 'vitest';
import { amountText, excessText, paidOf, readPaid } from './paid.ts';

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
    [{}, 'Seleccione cómo pagó'],
    [{ yape: '4o.5' }, 'Escriba un monto en soles, por ejemplo 45.90'],
    [{ yape: '', efectivo: '' }, 'Escriba cuánto pagó con cada medio'],
    [{ yape: '', efectivo: '45.90' }, 'Con lo demás ya está pagado: escriba cuánto, o quítelo'],
  ])('rejects %j', (paid, error) => {
    expect(readPaid(4590, paid)).toEqual({ error });
  });

  it('compares with the amount due while typing', () => {
    expect(excessText(4590, { yape: '40' })).toBe('Faltan S/ 5.90 para lo debido');
    expect(excessText(4590, { yape: '50' })).toBe('Son S/ 4.10 más de lo debido');
    for (const yape of ['', '45.90', '5x']) expect(excessText(4590, { yape })).toBeNull();
  });

  it('shows the rest of the amount due for a means without an amount', () => {
    expect(amountText(4590, { efectivo: '', yape: '20' }, 'efectivo')).toBe('25.90');
    expect(amountText(4590, { efectivo: '', yape: '2o' }, 'efectivo')).toBe('');
  });

  it('round-trips recorded payments through the form', () => {
    const payments = [
      { means: 'efectivo' as const, amount: 2590 },
      { means: 'yape' as const, amount: 1000 },
    ];
    expect(paidOf({ due: 4590, payments })).toEqual({ efectivo: '25.90', yape: '10.00' });
    expect(paidOf({ due: 1000, payments: payments.slice(1) })).toEqual({ yape: '' });
  });
});
