import { expect, it } from 'vitest';
import { aStop } from '#test/a-stop.ts';
import { countText, isHalfTicked, type Load, loadText, missingOf, withScan } from './load-check.ts';

const stops = ['1', '2', '3'].map((id) => aStop({ id, code: `LIM-${id}` }));
const NONE: Load = { loaded: [], extra: [] };

const scan = (...labels: string[]): Load => {
  let load = NONE;
  for (const label of labels) ({ load } = withScan(load, stops, label));
  return load;
};

it('counts what is missing and what does not belong to the route, each once', () => {
  expect(loadText(NONE, stops)).toBe('Faltan 3');
  const load = scan('lim-1', 'LIM-1', 'https://x/?c=LIM-3', 'LIM-9', 'LIM-9');
  expect(loadText(load, stops)).toBe('Falta 1, sobra 1');
  expect(missingOf(load, stops).map(({ code }) => code)).toEqual(['LIM-2']);
  expect(loadText(scan('LIM-1', 'LIM-2', 'LIM-3'), stops)).toBe('Todo está cargado');
});

it('reports whether a label belongs to the route', () => {
  expect(withScan(NONE, stops, 'LIM-2').isKnown).toBe(true);
  expect(withScan(NONE, stops, 'OTRA').isKnown).toBe(false);
});

it('counts parcels, not stops', () => {
  const parcels = [aStop({ id: '1', packages: 2 }), aStop({ id: '2' })];
  expect(countText({ ...NONE, loaded: ['1'] }, parcels)).toBe('2 de 3 paquetes');
  expect(countText({ ...NONE, loaded: ['1', '2'] }, parcels)).toBe('3 de 3 paquetes');
});

it.each([
  ['none', [], false],
  ['some', ['1'], true],
  ['all', ['1', '2', '3'], false],
  ['only others', ['9'], false],
])('finds out whether the ticks were begun and not finished: %s', (_, loaded, isHalf) => {
  expect(isHalfTicked({ ...NONE, loaded }, stops)).toBe(isHalf);
});
