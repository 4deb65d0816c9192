import { expect, it } from 'vitest';
import { aStop } from '#test/a-stop.ts';
import { countText, isHalfTicked, type Load, loadText, missingOf, withLabel } from './load-check.ts';

const stops = ['1', '2', '3'].map((id) => aStop({ id, code: `LIM-${id}`, state: 'asignada' }));
const NONE: Load = { loaded: [], extra: [] };

const scan = (...labels: string[]): Load => {
  let load = NONE;
  for (const label of labels) ({ load } = withLabel(load, stops, label, 'scanned'));
  return load;
};

it('counts what is missing and what does not belong to the route, each once', () => {
  expect(loadText(NONE, stops)).toBe('Faltan 3');
  const load = scan('lim-1', 'LIM-1', 'https://x/?c=LIM-3', 'LIM-9', 'LIM-9');
  expect(loadText(load, stops)).toBe('Falta 1, sobra 1');
  expect(missingOf(load, stops).map(({ code }) => code)).toEqual(['LIM-2']);
  expect(loadText(scan('LIM-1', 'LIM-2', 'LIM-3'), stops)).toBe('Todo está cargado');
});

it.each([
  ['LIM-2', 'good', 'Cargada: LIM-2'],
  ['LIM-1', 'note', 'LIM-1 ya estaba marcada'],
  ['LIM-4', 'note', 'LIM-4 ya está «En ruta»'],
  ['LIM-5', 'good', 'Cargada: LIM-5. Son 3 paquetes: revise que estén todos'],
  ['OTRA', 'bad', 'Este paquete no es de su ruta, déjelo en la oficina: OTRA'],
] as const)('answers to the label %s', (label, tone, text) => {
  const route = [
    ...stops,
    aStop({ id: '4', code: 'LIM-4' }),
    aStop({ id: '5', code: 'LIM-5', state: 'asignada', packages: 3 }),
  ];
  const before = { loaded: ['1'], extra: [] };
  const { load, answer } = withLabel(before, route, label, 'scanned');
  expect(answer).toEqual({ tone, text });
  expect(load).toEqual({
    loaded: tone === 'good' ? ['1', label.slice(-1)] : ['1'],
    extra: tone === 'bad' ? ['OTRA'] : [],
  });
});

it('ticks nothing for a label or typed digits that several orders share', () => {
  const route = stops.map((stop) => ({ ...stop, guide: 'T001-77' }));
  for (const source of ['scanned', 'typed'] as const) {
    const { load, answer } = withLabel(NONE, route, 'T001-77', source);
    expect(load).toEqual(NONE);
    expect(answer.text).toContain('LIM-1, LIM-2 y LIM-3');
  }
});

it('keeps a bounded number of labels of other routes, shortened', () => {
  const { extra } = scan(...Array.from({ length: 50 }, (_, at) => `${at} ${'x'.repeat(1000)}`));
  expect(extra).toHaveLength(30);
  expect(Math.max(...extra.map(({ length }) => length))).toBe(40);
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
])('detects whether ticking was begun and not finished: %s', (_, loaded, isHalf) => {
  expect(isHalfTicked({ ...NONE, loaded }, stops)).toBe(isHalf);
});
