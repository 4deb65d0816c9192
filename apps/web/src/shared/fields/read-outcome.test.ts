import { describe, expect, it } from 'vitest';
import { readOutcome } from './read-outcome.ts';

const EMPTY = { reason: '', paid: {}, difference: '' };

describe('readOutcome', () => {
  const outcomeOf = (...given: Parameters<typeof readOutcome>) => {
    const { outcome, errors } = readOutcome(...given);
    return Object.keys(errors).length > 0 ? errors : outcome;
  };

  it('requires a reason for a failed delivery', () => {
    expect(outcomeOf('no_entregada', null, EMPTY)).toEqual({ reason: 'Seleccione el motivo' });
    expect(outcomeOf('no_entregada', null, { ...EMPTY, reason: 'ausente' })).toEqual({ reason: 'ausente' });
  });

  it('requires payments only for a delivery with an amount to collect', () => {
    expect(outcomeOf('entregada', 4590, EMPTY)).toEqual({ paid: 'Seleccione cómo pagó' });
    expect(outcomeOf('entregada', null, EMPTY)).toEqual({});
    expect(outcomeOf('en_devolucion', 4590, EMPTY)).toEqual({});
  });

  it('requires a reason if the payments differ from the amount due', () => {
    const part = { ...EMPTY, paid: { yape: '40.50' } };
    const payments = [{ means: 'yape', amount: 4050 }];
    expect(outcomeOf('entregada', 4050, part)).toEqual({ payments });
    expect(outcomeOf('entregada', 4590, part)).toEqual({ difference: 'Diga por qué no se cobró lo debido' });
    expect(outcomeOf('entregada', 4590, { ...part, difference: ' Paga después ' })).toEqual({
      payments,
      difference: 'Paga después',
    });
  });
});
