import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressKey,
  codeKey,
  fold,
  foldLetters,
  nameKey,
  phoneKey,
  phoneText,
  plain,
  referenceKey,
  visibleText,
} from './index.ts';

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from(" .-/'’°#&«»ñÑ́ºª²½\u200b\u202a\ufeff\u00a0‑７Ｃﬁß")),
    fc.integer({ min: 0x20, max: 0xffff }).map((code) => String.fromCharCode(code)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 40,
});

/** Invisible characters. */
const INVISIBLES = ['\u200b', '\u200e', '\u202a', '\u202c', '\u2066', '\u2069', '\ufeff', '\u00ad', '\u2060', '\ufe0f'];
const invisible = fc.constantFrom('', ...INVISIBLES);

/** Other spellings of a text: case, width, blanks, accents apart from their letters, invisible characters. */
const spelled = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(...Array.from(text, (letter) => fc.tuple(fc.constant(letter), fc.integer({ min: 0, max: 5 }), invisible)))
    .map((letters) =>
      letters
        .map(([letter, how, hidden]) => {
          if (letter === ' ') return ([' ', '  ', '\u00a0', '\u2009', '\t', ' '][how] ?? letter) + hidden;
          if (letter === '-') return (['-', '‐', '‑', '–', '−', '-'][how] ?? letter) + hidden;
          if (letter === "'") return (["'", '’', '‘', '´', '`', 'ʼ'][how] ?? letter) + hidden;
          const [upper, wide, apart] = [
            letter.toUpperCase(),
            String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
            letter.normalize('NFD'),
          ];
          return ([letter, letter, upper, /[!-~]/.test(letter) ? wide : upper, apart, letter][how] ?? letter) + hidden;
        })
        .join(''),
    );

const same = (key: (text: string) => string, texts: readonly string[]): void => {
  expect(new Set(texts.map(key)), texts.join(' | ')).toHaveProperty('size', 1);
  fc.assert(
    fc.property(fc.constantFrom(...texts).chain(spelled), (text) => {
      expect(key(text)).toBe(key(texts[0] ?? ''));
    }),
    { numRuns: 60 },
  );
};

const different = (key: (text: string) => string, texts: readonly string[]): void =>
  expect(new Set(texts.map(key)), texts.join(' | ')).toHaveProperty('size', texts.length);

it.each([
  ['fold', fold],
  ['plain', plain],
  ['nameKey', nameKey],
  ['codeKey', codeKey],
  ['referenceKey', referenceKey],
  ['phoneKey', phoneKey],
  ['phoneText', phoneText],
  ['addressKey', addressKey],
  ['visibleText', visibleText],
] as const)('%s is idempotent', (_, key) => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(key(key(text))).toBe(key(text));
    }),
    { numRuns: 2000 },
  );
});

it('composes the accent after a wide letter of a telephone', () => expect(phoneText('\uff21\u0301')).toBe('\u00c1'));

it('folds a text character by character, so that matches can be highlighted', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(Array.from(text, foldLetters).join('')).toBe(foldLetters(text));
    }),
    { numRuns: 2000 },
  );
});

describe('a text', () => {
  it.each([
    [['Ñandú', 'ñandu', 'NANDU']],
    [['O’Brien', "o'brien", 'O´Brien', 'obrien']],
    [['Oficina ﬁnal', 'oficina final']],
    [['1º de Mayo', '1° de mayo']],
  ])('folds %j to one form', (texts) => same(fold, texts));

  it('keeps different numbers apart', () => {
    different(fold, ['45²', '452', '45 ½', '451/2', '45']);
    different(nameKey, ['★', '☎', 'a', '-']);
  });
});

describe('a name', () => {
  it.each([
    [
      [
        'Óptica Señor de los Milagros EIRL',
        'Optica Señor de los Milagros E.I.R.L.',
        'OPTICA SENOR DE LOS MILAGROS E. I. R. L.',
      ],
    ],
    [
      [
        'Bodega Rosita S.A.C.',
        'Bodega Rosita SAC',
        'bodega  rosita, s. a. c.',
        'Bodega Rosita Sociedad Anónima Cerrada',
      ],
    ],
    [['Díaz & Hijos S.R.L.', 'Diaz y Hijos SRL', 'Díaz & Hijos S.R.Ltda.', 'Díaz&Hijos SRL']],
    [['J & R Cía. S.A.', 'J y R Compañía SA', 'J&R cia s.a.']],
    [['Rosa O’Brien', "rosa o'brien", 'ROSA OBRIEN']],
  ])('has one form however it is written: %j', (texts) => same(nameKey, texts));

  it('keeps different companies apart', () => {
    different(nameKey, ['Rosita SAC', 'Rosita SA', 'Rosita EIRL', 'Rosita', 'Rosita 2 SAC', 'Rositas SAC']);
  });
});

describe('a code', () => {
  it.each([
    [['C0001', 'C-0001', 'c 0001', 'C.0001', 'c_0001']],
    [
      [
        '20123456789',
        '20-12345678-9',
        '20 12345678 9',
        'RUC 20123456789',
        'R.U.C. N° 20123456789',
        'RUC: 20-12345678-9',
      ],
    ],
  ])('has one form however it is written: %j', (texts) => same(codeKey, texts));

  it('keeps zeros and digits', () => {
    different(codeKey, ['C1', 'C0001', 'C0010', 'C01', 'D0001', '20123456789', '20123456788', 'RUC1']);
  });
});

describe('a reference', () => {
  it.each([
    [['PED-001', 'Ped‑001 ', 'ped 001', '#PED–001', 'Ped_001', 'ped/001']],
    [['T001-00012345', 't001 - 00012345']],
  ])('has one form however it is written: %j', (texts) => same(referenceKey, texts));

  it('keeps zeros, and the place of separators', () => {
    different(referenceKey, ['1-12', '11-2', '112', '0112', 'PED-1', 'PED-01', 'PED1', '***', '###']);
  });
});

describe('a telephone', () => {
  it.each([
    [
      [
        '987654321',
        '987 654 321',
        '+51 987-654-321',
        '(+51) 987654321',
        '0051987654321',
        '51 987654321',
        '01 987654321',
      ],
    ],
    [['01 4567890', '(01) 456-7890', '4567890', '+51 1 4567890', '0051 01 4567890', '1 456 7890']],
    [['054 212345', '(054) 21-2345', '+51 54 212345', '54 212345']],
  ])('has one form however it is written: %j', (texts) => same(phoneKey, texts));

  it('keeps different numbers apart', () => {
    different(phoneKey, ['987654321', '987654322', '87654321', '4567890', '212345', '+1 987 654 3210', '51 212345']);
  });

  it('is stored as written, without invisible characters', () => {
    expect(phoneText('\u202a+51\u00a0987‑654‑321\u202c')).toBe('+51 987-654-321');
    expect(phoneText('９８７654321')).toBe('987654321');
  });
});

describe('an address', () => {
  it.each([
    [
      [
        'Jirón Puno 450',
        'Jr. Puno 450',
        'JR PUNO N° 450',
        'Jr.Puno #450',
        'jr puno nro. 450',
        'Jr. Puno No. 450',
        'Jr. Puno Nº450',
        'Jr. Puno № 450',
        'Jr. Puno, número 450',
        'Jr. Puno N450',
        'Jr Puno núm. 450',
      ],
    ],
    [['Avenida Perú 101', 'Av. Perú 101', 'AV PERU 101', 'Avda. Peru 101', 'Av.Perú 101', 'Ave. Perú 101']],
    [['Calle Lima 20', 'Ca. Lima 20', 'Cl. Lima 20', 'C. Lima 20', 'C/ Lima 20', 'Cll. Lima 20']],
    [['Pasaje Sol 3', 'Psje. Sol 3', 'Pje. Sol 3', 'Pj Sol 3']],
    [
      [
        'Urbanización Los Pinos, Manzana B, Lote 4',
        'Urb. Los Pinos Mz. B Lt. 4',
        'URB LOS PINOS MZA B LTE 4',
        'Urb.Los Pinos Mz.B-Lt.4',
        'Urb. Los Pinos MzB Lt4',
      ],
    ],
    [
      [
        'Av. Grau 12 Departamento 301',
        'Av. Grau 12, Dpto. 301',
        'Av Grau 12 Dpt 301',
        'Av. Grau 12 - Dep. 301',
        'Av. Grau 12 Depto N° 301',
        'Av. Grau 12 dpto301',
      ],
    ],
    [
      [
        'Av. Grau 12 Interior 2 Piso 3',
        'Av. Grau 12 Int. 2 3er piso',
        'Av. Grau 12 int 2 tercer piso',
        'Av. Grau 12 Int. 2, 3° piso',
      ],
    ],
    [
      [
        'Block C Calle 5 s/n',
        'Blk. C Ca. 5 S/N',
        'Bloque C calle 5 sin número',
        'Block C Calle 5 N° s/n',
        'Block C Calle 5 S.N.',
      ],
    ],
    [
      [
        'Carretera Central km 12.5',
        'Carr. Central Km. 12.5',
        'Carretera Central kilómetro 12.5',
        'Carr. Central Km12.5',
      ],
    ],
    [['Prolongación Unión 7', 'Prol. Unión 7']],
    [['Asentamiento Humano Villa Sol', 'AA.HH. Villa Sol', 'AAHH Villa Sol', 'A.H. Villa Sol']],
    [['Cooperativa Uno 2', 'Coop. Uno 2']],
    [['Jr. Puno 450-A', 'Jr. Puno 450 A', 'Jr. Puno 450A']],
    [["Mz. B' Lt. 1", 'Mz B’ Lt 1', 'MzB´ Lt1']],
    [["Calle D'Onofrio 5", 'Ca. D’Onofrio N° 5']],
  ])('has one form however it is written: %j', (texts) => {
    expect(new Set(texts.map(addressKey)), texts.map(addressKey).join(' | ')).toHaveProperty('size', 1);
    // A primed block differs by its apostrophe, which must stay next to its letter.
    if (!texts.some((text) => /\bMz.?\s?B['’´]/.test(text))) same(addressKey, texts);
  });

  it.each([
    [
      [
        'Jr. Puno 450',
        'Jr. Puno 451',
        'Jr. Puno 45 0',
        'Jr. Puno 450 A',
        'Jr. Puno 450 B',
        'Av. Puno 450',
        'Jr. Puno s/n',
      ],
    ],
    [['Dpto 301', 'Dpto 302', 'Int 301', 'Of. 301', 'Piso 3', 'Piso 301']],
    [['Mz A Lt 1', 'Mz B Lt 1', "Mz A' Lt 1", 'Mz A Lt 11', 'Mz A1 Lt 1']],
    [['Puno 450 piso 2', 'Puno 450 piso 3', 'Puno 450 2do piso B']],
    [['P.J. Sol', 'A.H. Sol', 'Urb. Sol', 'Pje. Sol']],
  ])('keeps apart %j', (texts) => different(addressKey, texts));

  it('keeps any two numbers of a street apart', () => {
    const number = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(
        number,
        number,
        fc.constantFrom('Jr. Puno N° ', 'Av. Perú 12 Dpto ', 'Mz. B Lt.', 'Carr. Sur km '),
        (one, other, street) => {
          expect(addressKey(street + String(one)) === addressKey(street + String(other))).toBe(one === other);
        },
      ),
    );
  });
});

it('removes invisible characters, but not those of emoji', () => {
  expect(visibleText('\u202a98\u200b7\u202c\ufeff\u00ad')).toBe('987');
  expect(visibleText('informe\u202efdp.csv')).toBe('informefdp.csv');
  for (const text of ['👩‍🚀 ❤️ 👋🏽', 'Ñandú', 'Av. «Grau» 1–3', 'a\nb']) expect(visibleText(text)).toBe(text);
});
