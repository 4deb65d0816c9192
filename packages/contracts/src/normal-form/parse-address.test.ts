import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import corpus from '../../test/addresses.json' with { type: 'json' };
import { addressKey, plain } from './index.ts';
import { doorKeys, parseAddress, type ParsedAddress, streetKey, streetNameKey } from '../addresses.ts';
import labels from './address-labels.json' with { type: 'json' };

const known = new Set([...corpus.districts, ...corpus.addresses.flatMap(({ within = [] }) => within)].map(plain));
const parse = (address: string, within?: readonly string[]): ParsedAddress =>
  parseAddress(address, within && { known, own: new Set(within.map(plain)) });

/** @returns the parts as the corpus states them. */
function partsOf({ street, crossing, urbanisation, ...rest }: ParsedAddress): Record<string, string> {
  const { type = '', name = '', text: _, ...parts } = urbanisation ?? {};
  return {
    ...rest,
    ...parts,
    ...(street && { street: `${street.type} ${street.name}` }),
    ...(crossing && { crossing: `${crossing.type} ${crossing.name}` }),
    ...(`${type}${name}` !== '' && { urbanisation: `${type} ${name}`.trimEnd() }),
  };
}

it('reads the parts of the addresses of the corpus', () => {
  for (const { address, within, parts } of corpus.addresses) {
    expect.soft(partsOf(parse(address, within)), address).toEqual(parts);
  }
});

it('leaves the keys of whole addresses as they were', () => {
  const keys = corpus.addresses.map(({ address }) => addressKey(address)).join('\n');
  expect(hash('sha256', keys)).toBe('e3d7dd01d161cce0cc66b5a418f3232081c0da4b337b0363192c4aa882d15063');
});

describe('one door', () => {
  const within = ['Los Olivos', 'Lima'];
  const keys = (address: string): string[] => doorKeys(parse(address, within), '150117');
  const one = <T>(...values: T[]) => fc.constantFrom(...values);
  const NOTES = one('', ' ref. casa verde', ', frente al parque', ' cel 987654321', ' (alt. cdra. 5)', ', a espaldas del mercado', '. Portón negro', ' a 2 cuadras del grifo', ', Los Olivos', ' - Los Olivos - Lima', ' LOS OLIVOS', ', Lima 39', ', 15301'); // prettier-ignore
  const UNITS = one('', ' Dpto. 301', ', Int. 2', ' 2do piso', ' - Of. 302', ' (2° piso)', ' Block B Dpto 201');
  const spelled = (parts: fc.Arbitrary<string>[]) =>
    fc.tuple(fc.tuple(...parts), one('', 'upper', 'lower', 'plain')).map(([words, mode]) => {
      const text = words.join('');
      if (mode === 'upper') return text.toUpperCase();
      return mode === 'lower'
        ? text.toLowerCase()
        : mode === 'plain'
          ? text.normalize('NFD').replace(/\p{M}/gu, '')
          : text;
    });

  it('of a minor street is that of its urbanización, of an avenue that of the district', () => {
    const [one, other] = ['San Carlos', 'Las Flores'].map((area) => keys(`Calle Los Pinos 120, Urb. ${area}`));
    expect(one).not.toEqual(other);
    expect(keys('Av. Larco 120, Urb. San Carlos')).toEqual(keys('Av. Larco 120'));
  });

  it.each([
    ['Av. José Larco 450', ['Av.', 'AV', 'Avenida', 'Avda.', 'Ave.', 'Avnida'], ['José Larco', 'Jose  Larco']],
    ['Av. Haya de la Torre 450', ['Av.', 'Avenida'], ['Haya de la Torre', 'Haya De La Torre']],
    ['Jr. de la Unión 450', ['Jr.', 'Jirón', 'JR', 'Jron.'], ['de la Unión', 'La Unión', 'Unión']],
    [
      'Ca. Mariscal Castilla 450',
      ['Ca.', 'Calle', 'C.', 'C/', 'Cl.'],
      ['Mariscal Castilla', 'Mcal. Castilla', 'Mrcal Castilla'],
    ],
    [
      'Prol. Av. Benavides 450',
      ['Prol.', 'Prolongación', 'Av. Prolongación', 'Prolg. Av.'],
      ['Benavides', 'Benavidez'],
    ],
    ['Psje. 2 de Mayo 450', ['Psje.', 'Pasaje', 'Pje.'], ['2 de Mayo', 'Dos de Mayo', '2 Mayo']],
  ] as const)('has one key in other spellings: %s', (door, types, names) => {
    expect(keys(door)).toHaveLength(1);
    const marks = one(' ', ' N° ', ' Nro. ', ' #', ' No. ', ', ', ' Nº', ' - ', ' número ');
    fc.assert(
      fc.property(spelled([one(...types), one(' '), one(...names), marks, one('450'), UNITS, NOTES]), (text) => {
        expect(keys(text)).toEqual(keys(door));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['Urb. Los Pinos', ['Urb. Los Pinos', 'Urbanización Los Pinos', 'URB LOS PINOS'], ['', '']],
    [
      'AA.HH. Villa Sol, 2da etapa',
      ['AA.HH. Villa Sol', 'A.H. Villa Sol', 'Asentamiento Humano Villa Sol'],
      [' 2da etapa', ' II Etapa', ' Et. 2'],
    ],
    ['Coop. de Viv. 27 de Abril', ['Cooperativa 27 de Abril', 'Coop. 27 de Abril'], ['', '']],
  ] as const)('has one key for a lot: %s', (area, areas, stages) => {
    const door = `${area} Mz. B1 Lt. 4`;
    expect(keys(door)).toHaveLength(1);
    const areaOf = fc.tuple(one(...areas), one(...stages)).map((words) => words.join(''));
    const lot = fc
      .tuple(
        one('Mz. ', 'Mza. ', 'Mz.', 'Manzana ', 'MZ-'),
        one(' Lt. ', ', Lote ', ' - Lte. ', ' LT-', ' L '),
        one('4', '04'),
      )
      .map(([block, mark, number]) => `${block}B1${mark}${number}`);
    const either = fc.oneof(
      spelled([areaOf, one(' ', ', '), lot, UNITS, NOTES]),
      spelled([lot, one(' ', ', '), areaOf, UNITS, NOTES]),
    );
    fc.assert(
      fc.property(either, (text) => {
        expect(keys(text)).toEqual(keys(door));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    [
      [
        'Av. Puno 450',
        'Jr. Puno 450',
        'Av. Puno 451',
        'Av. Puno 450-A',
        'Prol. Puno 450',
        'Av. Puno Norte 450',
        'Av. San Puno 450',
      ],
    ],
    [['Urb. Sol Mz. A Lt. 1', 'AA.HH. Sol Mz. A Lt. 1', "Urb. Sol Mz. A' Lt. 1", 'Urb. Sol Mz. A1 Lt. 1', 'Urb. Sol Mz. A Lt. 11', 'Urb. Sol 2da etapa Mz. A Lt. 1', 'Urb. Sol Sector 2 Mz. A Lt. 1', 'Urb. Sol II Mz. A Lt. 1']], // prettier-ignore
    [['Calle 5 N° 120 Urb. Sol', 'Calle 5 N° 120 Urb. Luna', 'Calle 6 N° 120 Urb. Sol', 'Calle B 120 Urb. Sol']],
    [['Sector 2 Grupo 15 Mz. K Lt. 9', 'Sector 3 Grupo 15 Mz. K Lt. 9', 'Sector 2 Grupo 5 Mz. K Lt. 9']],
    [['Carretera Central km 8', 'Carretera Central km 8.5', 'Panamericana Sur km 8']],
  ])('differs from others: %j', (addresses) => {
    const all = addresses.flatMap(keys);
    expect(new Set(all), all.join(' | ')).toHaveProperty('size', addresses.length);
  });

  it.each([
    'Puno 450',
    'Jr. Puno s/n',
    'Jr. Puno cuadra 4',
    'Mz. B Lt. 4',
    'Los Pinos Mz. B Lt. 4',
    'Calle 5 N° 120',
    'Frente a Av. Puno 450',
    'Av. Puno con Jr. Ica 450',
    'Jr. Puno cel 987654321',
    'Urb. Sol 450',
    'Al costado de Av. Puno 450',
    'A dos cuadras de Av. Puno 450',
    'Espalda Mz. C Lt. 5 Urb. Sol',
  ])('is not stated by «%s»', (address) => {
    expect(keys(address)).toEqual([]);
  });

  it('of a street without a type is a candidate of all streets of its name', () => {
    const [named, typed] = [parse('Puno 450').street, parse('Jr. Puno 450').street];
    if (!named || !typed) throw new Error('no street');
    expect(streetKey(named)).toBeUndefined();
    expect(streetNameKey(named)).toBe(streetNameKey(typed));
  });
});

describe('any text', () => {
  const words = [...Object.values(labels.kinds).flat(), ...Object.values(labels.spellings), ...Object.values(labels.terms).flat()].flatMap((each) => each.split(' ')); // prettier-ignore
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(...words),
          fc.constantFrom('4', '450', 'B', 'a', 'de', 'con', 'y', 'II', '2da', 'Puno'),
        ),
        { maxLength: 30 },
      ) // prettier-ignore
      .chain((parts) =>
        fc
          .array(fc.constantFrom(' ', '. ', ', ', '-', ' - ', '/', ' (', ') ', '', '°', '#'), {
            minLength: 30,
            maxLength: 30,
          })
          .map((gaps) => parts.map((part, at) => part + (gaps[at] ?? '')).join('')),
      ),
  );

  it('is read without an error', () => {
    fc.assert(
      fc.property(text, (address) => {
        const { number, lote } = parseAddress(address);
        expect([number ?? '1', lote ?? '1'].join('')).toMatch(/\d|s\/n|[A-Z]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('is read up to its 500th character', () => {
    for (const hostile of ['(', '9 ', '0-', 'a-', 'mz ', 'tel ', '1', '@', ' ', '+51 ', 'de ', 'esq ', '\u0301', 'n°'])
      expect(parseAddress(hostile.repeat(5000)), hostile).toEqual(parseAddress(hostile.repeat(5000).slice(0, 500)));
  });
});
