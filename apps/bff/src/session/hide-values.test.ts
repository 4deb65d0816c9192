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
  it('G11: removes a credential under any name: as text, part of it, number or key', () => {
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

  it('G11: removes a value of eight characters, but no shorter one', () => {
    expect(hideValues({ a: '12345678', b: 12345678, '12345678': 1 }, ['12345678'])).toEqual({ a: '…', b: '…' });
    const plain = { a: '1234567', b: 1234567, c: 'x', d: null, e: '' };
    expect(hideValues(plain, ['1234567', '', 'x'])).toBe(plain);
    expect(hideValues(null, ['12345678'])).toBeNull();
    expect(hideValues({ a: null, b: '12345678' }, ['12345678'])).toEqual({ a: null, b: '…' });
  });

  it('returns everything else unchanged, without a copy', () => {
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
  ])('G11: finds the tax id in %s', (text) => {
    expect(JSON.stringify(hideValues(JSON.parse(text), hidden))).not.toContain('20600000001');
  });

  it('G11: compares numbers with decimals by value, however written', () => {
    const answer: unknown = JSON.parse('{"monto":1.2345678e4,"otro":12345.6}');
    expect(hideValues(answer, ['12345.678', 'storage-key-1'])).toEqual({ monto: '…', otro: 12345.6 });
  });
});

describe('valuesToHide', () => {
  it('ignores a branch equal to the office, a tax id used as a name, and short values', () => {
    expect(hidden).toEqual(['bearer-0123456789', 'login-0123456789', 'branch-77', '20600000001', 'storage-key-1']);
    const plain = { ...SECRETS, branch: 'AREQUIPA' };
    const found = valuesToHide(plain, ['1', 'Arequipa', '20600000001', null], {
      STORAGE_PASSWORD: 'corta',
      STORAGE_TAX_ID: '20999999991',
    });
    expect(found).toEqual(['bearer-0123456789', 'login-0123456789', '20999999991']);
  });

  it('G11: includes a value of eight characters once, and no missing one', () => {
    const same = { bearer: '12345678', loginToken: '12345678', branch: '1234567', taxId: null };
    expect(valuesToHide(same, [], { STORAGE_PASSWORD: '', STORAGE_TAX_ID: undefined })).toEqual(['12345678']);
  });
});
