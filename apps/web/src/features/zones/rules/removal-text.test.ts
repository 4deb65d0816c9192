import { expect, it } from 'vitest';
import { removalText } from './removal-text.ts';

const named = (...names: string[]) => names.map((name) => ({ id: name, name }));

it('names who and what loses the zone', () => {
  expect(removalText({ couriers: named('Ana', 'Eva', 'Hugo', 'Luis'), onlyHere: 1, views: named('Sur') })).toBe(
    'La atienden Ana, Eva, Hugo y 1 más: ya no se les sugerirán órdenes por ella. Uno no tiene otra zona ni distrito: no se le sugerirá ninguna orden hasta que le asigne otra. Las vistas que filtran por ella (Sur) no encontrarán órdenes. Si la restaura, todo vuelve a como estaba.',
  );
  expect(removalText({ couriers: [], onlyHere: 0, views: [] })).toBe('Si la restaura, todo vuelve a como estaba.');
});
