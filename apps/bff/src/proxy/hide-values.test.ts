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

  it('leaves everything else as it is, and does not even copy it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(hideValues(value, hidden)).toBe(value);
      }),
    );
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
});
