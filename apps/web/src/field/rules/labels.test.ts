import { expect, it } from 'vitest';
import { aStop } from '#test/a-stop.ts';
import { checkParcel, type LabelSource, notOnRoute, shownLabel, stopsOfLabel } from './labels.ts';

const place = aStop().place;
const stops = [
  aStop({ id: '1', code: 'D-1048', guide: 'T001-00012345', clientReference: 'P/77 4' }),
  aStop({ id: '2', code: 'D-1049', guide: 'T001-00012399', place: { ...place, address: 'Jr. Unión 10' } }),
  aStop({ id: '3', code: 'D-2049', guide: 'T001-00012399', clientReference: '12', packages: 2 }),
  aStop({ id: '4', code: 'D-3050', clientReference: 'D-1048', state: 'entregada' }),
  aStop({ id: '5', code: 'D-3051', clientReference: 'HTTPS' }),
];
const found = (text: string, source: LabelSource) => stopsOfLabel(stops, text, source).map(({ id }) => id);

it.each([
  ['D-1048', ['1']],
  [' d-1049\n', ['2']],
  ['d1049', ['2']],
  ['https://norte.pe/guia?c=D-1049&v=1', ['2']],
  ['T001-00012345', ['1']],
  ['T00100012345', ['1']],
  ['20100|T001-00012345|LIMA', ['1']],
  ['p/77 4', ['1']],
  ['12', ['3']],
  // Two orders of one guide.
  ['T001-00012399', ['2', '3']],
  // A short word of an address is no reference.
  ['https://norte.pe/?page=12', []],
  // A reference without a digit matches only a whole label.
  ['https', ['5']],
  ['D-104', []],
  // Only typed text may be the end of a code.
  ['048', []],
  ['48', []],
  ['XD-1048', []],
  ['---', []],
  ['', []],
])('finds the orders of the label %j', (text, ids) => {
  expect(found(text, 'scanned')).toEqual(ids);
});

it.each([
  ['048', ['1', '4']],
  ['2345', ['1']],
  ['D-2049', ['3']],
  ['049', ['2', '3']],
  ['49', []],
])('finds the orders whose code, guide or reference ends with the typed %j', (text, ids) => {
  expect(found(text, 'typed')).toEqual(ids);
});

it('shows one shortened line of a label, without invisible characters', () => {
  expect(shownLabel(' a\u202eb\u200b\n\tc\0d ')).toBe('ab c d');
  expect(shownLabel('x'.repeat(5000))).toBe(`${'x'.repeat(39)}…`);
  expect(shownLabel('🙂'.repeat(50))).toBe(`${'🙂'.repeat(39)}…`);
  expect(notOnRoute(`javascript:alert(1)//${'x'.repeat(3000)}`).text.length).toBeLessThan(80);
});

const [first, second, third] = stops;
if (!first || !second || !third) throw new Error('stops are missing');

it.each([
  ['d-1048', [first], 'good', 'Es de esta parada: D-1048', ['1']],
  ['D-2049', [third], 'good', 'Es de esta parada: D-2049. Son 2 paquetes: revise que estén todos', ['3']],
  // The guide of both orders of the door.
  ['T001-00012399', [second, third], 'good', 'Es de esta parada: D-1049 y D-2049', ['2', '3']],
  [
    'T001-00012399',
    [third],
    'note',
    'Coincide con varias órdenes de su ruta: D-1049 y D-2049. Use el código completo de la orden.',
    [],
  ],
  ['D-1049', [first], 'bad', 'Este paquete no es de esta parada: D-1049 es de la parada 2, Jr. Unión 10', []],
  [
    'D-3050',
    [first],
    'bad',
    'Este paquete no es de esta parada: D-3050 es de la parada 4, Av. Larco 345 (Entregada)',
    [],
  ],
  ['D-9', [first], 'bad', 'Este paquete no es de su ruta: D-9', []],
] as const)('compares %j with the stop', (text, door, tone, words, ids) => {
  const { answer, proven } = checkParcel(door, stops, text, 'scanned');
  expect(answer).toEqual({ tone, text: words });
  expect(proven.map(({ id }) => id)).toEqual(ids);
});

it('recognises the parcel of a stop that the office took out of the route', () => {
  const gone = aStop({ id: '9', code: 'D-9999' });
  expect(checkParcel([gone], stops, 'D-9999', 'scanned').answer.tone).toBe('good');
});
