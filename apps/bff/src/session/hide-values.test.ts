import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideValues, valuesToHide } from './hide-values.ts';

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

describe('hideValues in JSON', () => {
  it.each([
    '[20600000001]',
    '[2.0600000001e10]',
    '{"a":20600000000.99999999999}',
    '["\\u0032060000000\\u0031"]',
    '{"20600000001":1}',
  ])('G11: sees the tax id in %s', (text) => {
    expect(JSON.stringify(hideValues(JSON.parse(text), hidden))).not.toContain('20600000001');
  });

  it('G11: knows a number with a point by its value, however it is spelt', () => {
    const answer: unknown = JSON.parse('{"monto":1.2345678e4,"otro":12345.6}');
    expect(hideValues(answer, ['12345.678', 'storage-key-1'])).toEqual({ monto: '…', otro: 12345.6 });
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
