import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('a text file', () => {
  it.each([
    ['UTF-8', Buffer.from('Teléfono;Iñigo 📦 “hola”'), 'utf-8', 'Teléfono;Iñigo 📦 “hola”'],
    ['UTF-16 without a mark', Buffer.from('Teléfono;Iñigo', 'utf16le'), 'utf-16le', 'Teléfono;Iñigo'],
    ['big-endian UTF-16', Buffer.from('Teléfono;Iñigo', 'utf16le').swap16(), 'utf-16be', 'Teléfono;Iñigo'],
    ['Windows-1252', latin('Tel\xe9fono N\xba 5;O\x92Brien;PE\xd1A'), 'windows-1252', 'Teléfono Nº 5;O’Brien;PEÑA'],
    ['one letter of Windows-1252', latin('Mar\xeda'), 'windows-1252', 'María'],
    ['MS-DOS', latin('Tel\x82fono;I\xa4igo;Jr. \xb5ncash'), 'cp850', 'Teléfono;Iñigo;Jr. Áncash'],
    ['MS-DOS in capitals', latin('TEL\x90FONO;DIRECCI\xe0N;PE\xa5A'), 'cp850', 'TELÉFONO;DIRECCIÓN;PEÑA'],
    ['old Macintosh', latin('Tel\x8efono;Direcci\x97n;Pe\x96a;Per\x9c'), 'macintosh', 'Teléfono;Dirección;Peña;Perú'],
    ['UTF-8 as a Mac writes it', Buffer.from('Iñigo;Áncash;Peña'.normalize('NFD')), 'utf-8', 'Iñigo;Áncash;Peña'],
    ['UTF-8 with other alphabets', Buffer.from('Анна;Nguyễn'), 'utf-8', 'Анна;Nguyễn'],
    ['names of other languages', latin('Jo\xe3o Concei\xe7\xe3o'), 'windows-1252', 'João Conceição'],
  ])('is decoded from %s without a question', (_, bytes, used, text) => {
    const { text: read, encoding } = decodeText(bytes);
    expect({ text: read.normalize('NFC'), encoding }).toEqual({ text, encoding: { used, choices: [] } });
  });

  it('leaves an invalid byte of UTF-8 unreadable, and offers likely encodings', () => {
    const bytes = Buffer.concat([Buffer.from('Iñigo Peña;x\n'), latin('Luc\xeda;y')]);
    expect(decodeText(bytes)).toEqual({
      text: 'Iñigo Peña;x\nLuc\ufffda;y',
      encoding: {
        used: 'utf-8',
        choices: [
          { encoding: 'utf-8', sample: 'Luc\ufffda' },
          { encoding: 'utf-8+windows-1252', sample: 'Lucía' },
        ],
      },
    });
    const chosen = decodeText(bytes, 'utf-8+windows-1252');
    expect([chosen.text, chosen.encoding.choices[0]?.encoding]).toEqual([
      'Iñigo Peña;x\nLucía;y',
      'utf-8+windows-1252',
    ]);
  });

  it.each([
    ['Windows-1252', Buffer.from('I\u00c3\u00b1igo'), 'utf-8-twice', 'IÃ±igo'],
    ['old Macintosh', Buffer.from('I√±igo'), 'utf-8-twice-macintosh', 'I√±igo'],
    ['MS-DOS', Buffer.from('I├▒igo'), 'utf-8-twice-cp850', 'I├▒igo'],
    ['Windows-1252, with the accent apart', Buffer.from('In\u00cc\u0192igo'), 'utf-8-twice', 'In\u00cc\u0192igo'],
    ['MS-DOS, with the accent apart', Buffer.from('In╠âigo'), 'utf-8-twice-cp850', 'In╠âigo'],
  ])('asks about UTF-8 that was decoded as %s', (_, bytes, used, sample) => {
    const { text, encoding } = decodeText(bytes);
    expect([text.normalize('NFC'), encoding.used]).toEqual(['Iñigo', used]);
    expect(encoding.choices).toContainEqual({ encoding: 'utf-8', sample });
  });

  it('reads valid UTF-8 as UTF-8, and asks if another encoding is more likely', () => {
    const { used, choices } = decodeText(latin('\xd6\xa4igo')).encoding;
    expect(used).toBe('utf-8');
    expect(choices.map(({ sample }) => sample)).toContain('Íñigo');
    expect(choices.map(({ encoding }) => encoding)).toContain('utf-8');
  });

  it('asks about text without a Spanish letter', () => {
    expect(decodeText(latin('\xbe\xac\xae;\xbe\xbe')).encoding.choices.length).toBeGreaterThan(1);
  });

  it('ignores an unknown encoding', () => {
    expect(decodeText(Buffer.from('x'), 'constructor').encoding.used).toBe('utf-8');
  });
});
