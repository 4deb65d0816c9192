import { metersBetween } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { bestOf, type Extent, type KnownDoor, type Neighbours, placeBetween } from './between-doors.ts';

/** A street that goes north, with a number for each meter. */
const START = { lat: -12.06, lng: -77.05 };
const METER = 1 / 111_195;
const door = (number: number, meters = number): KnownDoor => ({
  number,
  lat: START.lat + meters * METER,
  lng: START.lng,
});

/** The neighbours of a number among known doors. */
function near(number: number, doors: readonly KnownDoor[]): Neighbours {
  const below = (some: readonly KnownDoor[]) => some.findLast((each) => each.number < number) ?? null;
  const above = (some: readonly KnownDoor[]) => some.find((each) => each.number > number) ?? null;
  const same = doors.filter((each) => each.number % 2 === number % 2);
  return { below: below(doors), above: above(doors), sameBelow: below(same), sameAbove: above(same) };
}

const extentOf = (doors: readonly KnownDoor[]): Extent => ({
  doors: doors.length,
  numbers: Math.max(...doors.map(({ number }) => number)) - Math.min(...doors.map(({ number }) => number)),
  south: Math.min(...doors.map(({ lat }) => lat)),
  west: START.lng,
  north: Math.max(...doors.map(({ lat }) => lat)),
  east: START.lng,
});

const known = (blocks: Record<string, readonly KnownDoor[]>) =>
  new Map(Object.entries(blocks).map(([block, doors]) => [block, extentOf(doors)]));

it.each<
  [what: string, number: number | null, doors: KnownDoor[], degree: string, radius: number, meters: number | null]
>([
  ['between two of its side', 150, [door(100), door(200)], 'cuadra', 100, 150],
  ['between two of its side, 200 apart', 200, [door(100), door(300)], 'cuadra', 100, 200],
  ['between two that are further apart', 200, [door(100), door(302)], 'calle', 101, 200],
  ['between two of the other side', 151, [door(100), door(300)], 'calle', 100, 151],
  ['between two whose places are too far apart', 150, [door(100), door(200, 900)], 'calle', 400, 500],
  ['after the last', 280, [door(100), door(200)], 'calle', 160, 200],
  ['before the first', 50, [door(100), door(200)], 'calle', 100, 100],
  ['far after the last', 600, [door(100), door(200)], 'calle', 800, 200],
  ['after the last of three', 250, [door(100), door(150), door(200)], 'calle', 100, 200],
  ['further after the last of three', 300, [door(100), door(150), door(200)], 'calle', 150, 200],
  [
    'after the last of three where blocks are long',
    250,
    [door(100), door(150, 250), door(200, 400)],
    'calle',
    225,
    400,
  ],
  [
    'after the last of three where blocks are short',
    300,
    [door(100), door(150, 110), door(200, 120)],
    'calle',
    150,
    120,
  ],
  ['very far after the last of three', 950, [door(100), door(150), door(200)], 'calle', 1000, 200],
  ['very far after the last', 9000, [door(100), door(200)], 'calle', 1000, 200],
  ['beside the only one', 102, [door(100)], 'calle', 100, 100],
  ['unknown on a known street', null, [door(0), door(3000)], 'calle', 1000, 1500],
  ['unknown on a street of one door', null, [door(100)], 'calle', 500, 100],
])('places a number %s', (_, number, doors, degree, radius, meters) => {
  const row = { street: 'avenida larco', block: '', number };
  const found = placeBetween(row, known({ '': doors }), near(number ?? 0, doors));
  expect(found).toMatchObject({ degree, radius, source: 'interpolada' });
  if (found && meters !== null) expect(Math.abs(metersBetween(found, door(0)) - meters)).toBeLessThan(1);
});

it.each<[what: string, lot: number | null, blocks: Record<string, KnownDoor[]>, degree: string, radius: number]>([
  ['with two known ones', 5, { B: [door(1, 0), door(9, 80)] }, 'cuadra', 100],
  ['after two known ones', 12, { B: [door(1, 0), door(9, 80)] }, 'cuadra', 100],
  ['with one known', 5, { B: [door(1, 0)] }, 'urbanizacion', 250],
  ['with two known that are too far apart', 5, { B: [door(1, 0), door(9, 600)] }, 'urbanizacion', 600],
  ['of an unknown manzana', 5, { A: [door(1, 0), door(2, 20)], C: [door(1, 300)] }, 'urbanizacion', 300],
  ['of an unknown manzana beside one lot', 5, { A: [door(1, 0)] }, 'urbanizacion', 500],
])('places a lot %s', (_, lot, blocks, degree, radius) => {
  const row = { street: 'urbanizacion pinos', block: 'B', number: lot };
  expect(placeBetween(row, known(blocks), near(lot ?? 0, blocks['B'] ?? []))).toMatchObject({ degree, radius });
});

it('places an urbanización without a lot, and nothing where no door is known', () => {
  const area = { street: 'urbanizacion pinos', block: null, number: null };
  const blocks = known({ A: [door(1, 0), door(2, 20)], C: [door(1, 300)] });
  expect(placeBetween(area, blocks)).toMatchObject({ degree: 'urbanizacion', radius: 300 });
  for (const block of ['', 'B', null])
    expect(placeBetween({ street: 'x', block, number: 1 }, new Map())).toBeUndefined();
  // Lots on a street say nothing about its numbers.
  expect(placeBetween({ street: 'avenida larco', block: '', number: 3 }, blocks)).toBeUndefined();
});

it('prefers an exact place, then the smallest radius', () => {
  const place = (degree: 'cuadra' | 'calle', radius: number) => ({
    ...START,
    degree,
    radius,
    source: 'interpolada' as const,
  });
  expect(bestOf([place('calle', 50), place('cuadra', 100)])?.degree).toBe('cuadra');
  expect(bestOf([place('calle', 500), place('calle', 250)])?.radius).toBe(250);
  expect(bestOf([])).toBeUndefined();
});
