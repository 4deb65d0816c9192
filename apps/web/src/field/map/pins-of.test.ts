import { expect, it } from 'vitest';
import { aStop } from '#test/a-stop.ts';
import { pinsOf } from './pins-of.ts';

const NOON = Date.parse('2026-11-20T17:00:00.000Z');
const at = (lat: number) => ({ ...aStop().place, lat });
const early = { dueAt: '2026-11-20T20:00:00.000Z' };

it('numbers stops in the order of the route, joins those at one place, and lists closed ones last', () => {
  const pins = pinsOf(
    [
      aStop({ id: 'a', state: 'entregada', place: at(-12.1) }),
      aStop({ id: 'b', place: at(-12.2), ...early }),
      aStop({ id: 'c', place: at(-12.3) }),
      aStop({ id: 'd', place: at(-12.200_001), ...early }),
      aStop({ id: 'e', state: 'asignada', place: at(-12.4), notLoaded: true }),
      aStop({ id: 'f', place: { ...at(-12.5), approximate: true }, ...early }),
    ],
    'b',
    NOON,
  );
  expect(pins.map(({ label, tone, approximate }) => [label, tone, approximate])).toEqual([
    ['2+1', 'next', false],
    ['3', 'late', false],
    ['5', 'closed', false],
    ['6', 'open', true],
    ['1', 'closed', false],
  ]);
  expect(pins[0]?.stops.map(({ stop, number }) => `${number} ${stop.id}`)).toEqual(['2 b', '4 d']);
});

it('keeps the number of an open stop where another one was delivered', () => {
  const place = at(-12.1);
  const [pin] = pinsOf([aStop({ id: 'a', state: 'entregada', place }), aStop({ id: 'b', place })], 'b', NOON);
  expect([pin?.label, pin?.tone]).toEqual(['2', 'next']);
});
