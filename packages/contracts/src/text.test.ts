import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phone } from './dispatch/platform/fields.ts';
import { visibleText } from './normal-form/index.ts';
import { credentials } from './subjects/session.ts';
import { fileName, foldedText, line, searchText } from './text.ts';
import { secret } from './typed-text.ts';

const anyCodeUnits = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });

describe('text of a request', () => {
  it.each(['a\0', '\u0007a', 'a\u0085b', 'a\ud800', '\udc00a'])('rejects %j', (text) => {
    for (const schema of [line(20), foldedText(20), searchText(20)]) expect(schema.safeParse(text).success).toBe(false);
  });

  it('accepts every script and surrogate pairs', () => {
    for (const text of ['Ñandú', '東京', '🛵 moto', 'Av. «Grau» 1–3']) expect(line(20).parse(text)).toBe(text);
  });

  it('accepts exactly what UTF-8 and a log line can represent', () => {
    fc.assert(
      fc.property(anyCodeUnits, (text) => {
        const seen = visibleText(text).trim();
        const isStorable = text.isWellFormed() && !/\p{Cc}/u.test(seen) && seen !== '';
        expect(line(100).safeParse(text).success).toBe(isStorable);
      }),
    );
  });

  it('replaces line breaks and tabs of a note with spaces', () => {
    expect(foldedText(40).parse(' Portón verde\r\n\ttocar dos veces\n')).toBe('Portón verde tocar dos veces');
    expect(line(40).safeParse('Portón\nverde').success).toBe(false);
  });

  it('removes invisible marks from the name of a file', () => {
    expect(fileName(40).parse('\u202Efactura-\u200Bxslx.exe\u2069')).toBe('factura-xslx.exe');
    expect(fileName(40).parse('\u200E órdenes «1».xlsx')).toBe('órdenes «1».xlsx');
    expect(fileName(40).safeParse('\u200B\uFEFF').success).toBe(false);
  });

  it('removes invisible characters, but not those inside emoji', () => {
    for (const schema of [line(20), foldedText(20), searchText(20)]) {
      expect(schema.parse('\u202aRo\u200bsa\u202c\ufeff')).toBe('Rosa');
      expect(schema.parse('Tocar 👩‍🚀 ❤️')).toBe('Tocar 👩‍🚀 ❤️');
    }
    expect(line(20).safeParse('\u200b\u2066').success).toBe(false);
    expect(phone.parse('\u202a987\u00a0654‑321\u202c')).toBe('987 654-321');
  });

  it('leaves the names that people sign in with as typed', () => {
    const typed = { sucursal: 'LI\u200bMA', username: 'an\u00ada', password: 'x' };
    expect(credentials.parse(typed)).toEqual(typed);
  });

  it('changes only tabs and invisible characters in a search', () => {
    expect(searchText(20).parse(' 987\t654 ')).toBe(' 987 654 ');
    expect(searchText(20).parse('')).toBe('');
  });

  it('leaves a password unchanged, and rejects one that UTF-8 cannot encode', () => {
    expect(secret(20, 'Falta').parse(' \0\u0007 ')).toBe(' \0\u0007 ');
    expect(secret(20, 'Falta').parse('a\ud800')).toBe('a\ud800');
  });
});
