import { describe, expect, it } from 'vitest';
import { nameText, officeCode } from './names.ts';

/** Two hundred names as Peruvian companies and offices write them: twenty businesses, each with ten endings. */
const BUSINESSES = [
  'Bodega Ñandú',
  'Botica «La Niña»',
  'Panadería D’Onofrio',
  'Óptica Núñez & Hijos',
  'Librería 3 de Octubre',
  'Ferretería O’Higgins',
  'Minimarket 24/7',
  'Avícola San Fernando N.º 2',
  'Distribuidora Wayra Ñan',
  'Polleria Norky´s',
  'Restaurante Pío XII',
  'Textiles Güell',
  'Café Altomayo™',
  'Grifo A&M+',
  'Comercial Ayllu (ex Señor de Sipán)',
  'Clínica Ángeles 1ª',
  'Agencia «Kuélap Tours»',
  'Cevichería Ají Nº1',
  'Importaciones Xi’an',
  '¡Qué Rico! Antojería',
];
const ENDINGS = [
  '',
  ' S.A.C.',
  ' E.I.R.L.',
  ' – Jr. Ucayali',
  ', Cañete',
  ' Jaén & Cía.',
  ' #12',
  ' Km 5½',
  ' «Sede Ica»',
  ' Nº 3 Pueblo Nuevo',
];

describe('nameText', () => {
  const names = BUSINESSES.flatMap((business) => ENDINGS.map((ending) => business + ending));
  it('keeps two hundred names of companies and offices as they are', () => {
    expect(names).toHaveLength(200);
    expect(names.map((name) => nameText(120).safeParse(name).data)).toEqual(names);
    expect(names.map((name) => nameText(120).safeParse(name.normalize('NFD')).success)).not.toContain(false);
  });

  it.each(['Вodega Lima', 'Bodega Νorte', 'Farmacia Ѕan Juan', 'Lіma'])(
    'rejects %s, which mixes alphabets in a word',
    (name) => {
      expect(nameText(120).safeParse(name).success).toBe(false);
    },
  );

  it.each(['Москва Lima', '中華 Chifa', 'Chifa 中華', 'カレー屋さん'])(
    'keeps %s, whose words have one alphabet each',
    (name) => {
      expect(nameText(120).safeParse(name).data).toBe(name);
    },
  );

  it('removes invisible characters', () => {
    expect(nameText(120).safeParse('Li\u200bma\u2060').data).toBe('Lima');
  });
});

describe('officeCode', () => {
  it.each(['LIMA', 'LIMA-2', 'cañete', 'Junín', 'N1', '051'])('accepts %s', (code) => {
    expect(officeCode.safeParse(code).data).toBe(code);
  });

  it.each(['', '-LIMA', 'LIMA-', 'LIMA NORTE', 'LІMA', 'LIMA\u034F', 'LI\u0E4DMA', 'LIMA/2', 'ЛИМА', 'x'.repeat(65)])(
    'rejects %j',
    (code) => {
      expect(officeCode.safeParse(code).success).toBe(false);
    },
  );
});
