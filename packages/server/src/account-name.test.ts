import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountName } from './account-name.ts';

const LETTERS = Array.from('abcñáéüzßğıøд中0123789.-_@');

const ana = accountName('LIMA', 'ana.torres');

describe('accountName', () => {
  it.each([
    ['case', 'lima', 'ANA.Torres'],
    ['spaces around and inside', ' LIMA ', ' ana . torres\t'],
    ['accents', 'LÍMA', 'aná.törres'],
    ['accents as marks of their own', 'LI\u0301MA', 'ana.torres\u0308'],
    ['width', 'ＬＩＭＡ', 'ａｎａ．ｔｏｒｒｅｓ'],
    ['marks nobody sees', 'LI\u200bMA', 'ana\u00ad.torres\ufeff\u2060'],
    ['signs', 'LIMA', 'ana-torres'],
    ['a final NUL', 'LIMA\u0000', 'ana.torres\u0000'],
  ])('G19: is one name whatever the %s', (_what, sucursal, username) => {
    expect(accountName(sucursal, username)).toBe(ana);
  });

  it.each([
    ['1', '001'],
    ['1', '+1'],
    ['ana7', 'ana007'],
    ['straße', 'STRASSE'],
    ['ﬁn', 'fin'],
    ['Søren', 'soren'],
    ['Łukasz', 'lukasz'],
    ['Ægir', 'aegir'],
    ['ana٣', 'ana3'],
  ])('G19: treats %j and %j as one account', (one, other) => {
    expect(accountName('LIMA', other)).toBe(accountName('LIMA', one));
    expect(accountName(other, 'ana')).toBe(accountName(one, 'ana'));
  });

  type Name = [sucursal: string, username: string];
  const apart: [Name, Name][] = [
    [
      ['LIMA', 'ana.torres'],
      ['LIMA', 'ana.torre'],
    ],
    [
      ['LIMA', 'ana'],
      ['CUSCO', 'ana'],
    ],
    [
      ['LIM', 'Aana'],
      ['LIMA', 'ana'],
    ],
    [
      ['LIMA', 'ana10'],
      ['LIMA', 'ana1'],
    ],
    [
      ['LIMA', '***'],
      ['LIMA', '---'],
    ],
    [
      ['LIMA', 'ñato'],
      ['LIMA', 'nota'],
    ],
  ];
  it.each(apart)('keeps %j and %j apart', (one, other) => {
    expect(accountName(...one)).not.toBe(accountName(...other));
  });

  it('G19: is the same for any case, spacing or Unicode form of a name', () => {
    const letters = fc.string({ unit: fc.nat(LETTERS.length - 1).map((index) => LETTERS[index] ?? 'a') });
    fc.assert(
      fc.property(letters, letters, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (sucursal, username, form) => {
        const spelt = (text: string) => ` ${text.toUpperCase().normalize(form)}\u200d `;
        expect(accountName(spelt(sucursal), spelt(username))).toBe(
          accountName(sucursal.toUpperCase(), username.toUpperCase()),
        );
      }),
    );
  });
});
