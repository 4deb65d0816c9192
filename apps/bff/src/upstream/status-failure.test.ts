import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusFailure } from './status-failure.ts';

const detailOf = (body: unknown) => statusFailure(400, body).details.detail;

describe('the message of a refusal', () => {
  it.each([
    [{ message: 'Falta el módulo' }, 'Falta el módulo'],
    [{ mensaje: 'Falta el módulo' }, 'Falta el módulo'],
    [{ message: ['El módulo no existe', 'Falta el cargo.', 'Vuelva'] }, 'El módulo no existe. Falta el cargo. Vuelva'],
    [{ message: ['', null, 7, { x: 1 }, ' Uno '] }, 'Uno'],
    [{ message: null, mensaje: ['Dos'] }, 'Dos'],
    [{ message: 'a\u202eb\u200bc\n\td\ud800' }, 'a b c d'],
    [{ message: '<b>Texto</b>' }, '<b>Texto</b>'],
    [{ message: {}, mensaje: 7 }, undefined],
    [[], undefined],
    ['texto', undefined],
    [null, undefined],
  ])('S35: of %j is %j', (body, detail) => {
    expect(detailOf(body)).toBe(detail);
  });

  it('S35: is one bounded line of plain text, whatever the host sends', () => {
    const text = fc.string({ unit: 'binary', maxLength: 2000 });
    const value = fc.oneof(text, fc.array(fc.oneof(text, fc.jsonValue()), { maxLength: 20 }), fc.jsonValue());
    fc.assert(
      fc.property(fc.record({ message: value, mensaje: value }, { requiredKeys: [] }), (body) => {
        const detail = detailOf(body);
        if (detail === undefined) return;
        expect(detail.length).toBeLessThanOrEqual(300);
        expect(detail).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}]+$/u);
      }),
    );
  });
});
