import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { surveyOf } from '../upstream/survey.ts';
import { hideValues, hideValuesOf, valuesToHide } from './hide-values.ts';

const SECRETS = {
  bearer: 'bearer-0123456789',
  loginToken: 'login-0123456789',
  branch: 'branch-77',
  taxId: '20600000001',
};
const STORAGE = { STORAGE_PASSWORD: 'storage-key-1', STORAGE_TAX_ID: undefined };
const hidden = valuesToHide(SECRETS, ['Lima', 'LIMA'], STORAGE);

describe('hideValues', () => {
  it('G11: takes a credential out under any name, as text, as a part of one, as a number and as a name', () => {
    const answer = {
      nota: 'Bearer bearer-0123456789',
      lista: [{ sesion: 'login-0123456789' }, 'branch-77', 20600000001, 'storage-key-1'],
      'bearer-0123456789': true,
      otra: 'bearer',
      cantidad: 2060000000,
    };
    expect(hideValues(answer, hidden)).toEqual({
      nota: '…',
      lista: [{ sesion: '…' }, '…', '…', '…'],
      otra: 'bearer',
      cantidad: 2060000000,
    });
  });

  it('G11: takes out a value of eight signs, and nothing for being shorter or empty', () => {
    expect(hideValues({ a: '12345678', b: 12345678, '12345678': 1 }, ['12345678'])).toEqual({ a: '…', b: '…' });
    const plain = { a: '1234567', b: 1234567, c: 'x', d: null, e: '' };
    expect(hideValues(plain, ['1234567', '', 'x'])).toBe(plain);
    expect(hideValues(null, ['12345678'])).toBeNull();
    expect(hideValues({ a: null, b: '12345678' }, ['12345678'])).toEqual({ a: null, b: '…' });
  });

  it('leaves everything else as it is, and does not even copy it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(hideValues(value, hidden)).toBe(value);
      }),
    );
  });
});

const searched = (text: string) => {
  const value: unknown = JSON.parse(text);
  return { text, value, longNumbers: surveyOf(value).longNumbers };
};

describe('hideValuesOf', () => {
  it('G11: knows a number with a point by its value, however it is spelt', () => {
    const answer = searched('{"monto":1.2345678e4,"otro":12345.6}');
    expect(hideValuesOf(answer, ['12345.678', 'storage-key-1'])).toEqual({ monto: '…', otro: 12345.6 });
  });

  const spelt = (text: string) => fc.constantFrom(text, text.slice(1), `«${text}»`, `${text}0`);
  /** JSON in which credentials stand here and there, spelt in every way JSON has for texts and numbers. */
  const texts = fc
    .jsonValue({ maxDepth: 3 })
    .chain((plain) =>
      fc.tuple(
        fc.constant(plain),
        fc.oneof(...hidden.map(spelt)),
        fc.constantFrom(
          '20600000001',
          '2.0600000001e10',
          '20600000000.99999999999',
          '206000000010e-1',
          '2060000000.1',
          '7',
        ),
        fc.constantFrom('text', 'escaped', 'name', 'number', 'none'),
      ),
    )
    .map(([plain, secret, number, as]) => {
      const own = JSON.stringify(plain);
      if (as === 'number') return `[${own}, {"n": [${number}]}]`;
      if (as === 'name') return `[${own}, {${JSON.stringify(secret)}: 1}]`;
      const first = `\\u${secret.charCodeAt(0).toString(16).padStart(4, '0')}`;
      if (as === 'escaped') return `[${own}, "${first}${secret.slice(1)}"]`;
      return as === 'text' ? `[${own}, "${secret}"]` : own;
    });

  it('G11: takes out what a look at every value takes out, however JSON spells it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const answer = searched(text);
        expect(hideValuesOf(answer, hidden)).toEqual(hideValues(answer.value, hidden));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '[20600000001]',
    '[2.0600000001e10]',
    '{"a":20600000000.99999999999}',
    '["\\u0032060000000\\u0031"]',
    '{"20600000001":1}',
  ])('G11: sees the tax id in %s', (text) => {
    const answer = searched(text);
    const clean = hideValuesOf(answer, hidden);
    expect(JSON.stringify(clean)).not.toContain('20600000001');
    expect(clean).toEqual(hideValues(answer.value, hidden));
  });

  it.each(['1.234567', '12345.678', '-12.5e+300'])(
    'G11: sees %s too, although no number that is looked at shows it',
    (odd) => {
      for (const text of [`[${odd}]`, `[${odd}00]`, `[{"a":${odd}}]`, `["${odd}"]`])
        expect(hideValuesOf(searched(text), [odd])).toEqual(hideValues(JSON.parse(text), [odd]));
    },
  );

  it('hands back the value itself where it holds none', () => {
    const answer = searched('{"a":[20600000002,"x",1.5]}');
    expect(hideValuesOf(answer, hidden)).toBe(answer.value);
  });
});

describe('valuesToHide', () => {
  it('counts as ordinary words a branch called like the office, a tax id that is a name, and whatever is short', () => {
    expect(hidden).toEqual(['bearer-0123456789', 'login-0123456789', 'branch-77', '20600000001', 'storage-key-1']);
    const plain = { ...SECRETS, branch: 'AREQUIPA' };
    const found = valuesToHide(plain, ['1', 'Arequipa', '20600000001', null], {
      STORAGE_PASSWORD: 'corta',
      STORAGE_TAX_ID: '20999999991',
    });
    expect(found).toEqual(['bearer-0123456789', 'login-0123456789', '20999999991']);
  });

  it('G11: counts a value of eight signs, once, and none that is missing', () => {
    const same = { bearer: '12345678', loginToken: '12345678', branch: '1234567', taxId: null };
    expect(valuesToHide(same, [], { STORAGE_PASSWORD: '', STORAGE_TAX_ID: undefined })).toEqual(['12345678']);
  });
});
