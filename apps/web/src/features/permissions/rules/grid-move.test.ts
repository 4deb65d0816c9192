import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridMove, gridPlaceWithin } from './grid-move.ts';

const size = { rows: 4, columns: 12 };
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });

describe('S26: keyboard navigation in the matrix', () => {
  it.each([
    ['ArrowDown', false, { row: 3, column: 5 }],
    ['ArrowUp', false, { row: 1, column: 5 }],
    ['ArrowLeft', false, { row: 2, column: 4 }],
    ['ArrowRight', false, { row: 2, column: 6 }],
    ['Home', false, { row: 2, column: 0 }],
    ['End', false, { row: 2, column: 11 }],
    ['Home', true, { row: 1, column: 0 }],
    ['End', true, { row: 3, column: 11 }],
    ['ArrowUp', true, { row: 1, column: 5 }],
    ['ArrowDown', true, { row: 3, column: 5 }],
    ['PageDown', false, { row: 3, column: 5 }],
    ['PageUp', false, { row: 1, column: 5 }],
  ])('%s (Ctrl: %s) moves from row 2, column 5 to %j', (key, ctrl, expected) => {
    expect(gridMove({ row: 2, column: 5 }, press(key, ctrl), size)).toEqual(expected);
  });

  it('leaves other keys to the browser', () => {
    expect(gridMove({ row: 1, column: 1 }, press('Tab'), size)).toBeNull();
    expect(gridMove({ row: 1, column: 1 }, press(' '), size)).toBeNull();
  });

  it('skips the empty header cell', () => {
    expect(gridMove({ row: 1, column: 0 }, press('ArrowUp'), size)).toEqual({ row: 0, column: 1 });
  });

  it('never moves outside the grid', () => {
    const key = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.boolean())), fc.integer({ min: 2, max: 30 }), (keys, rows) => {
        const grid = { rows, columns: 12 };
        let place = { row: 1, column: 1 };
        for (const [name, ctrl] of keys) {
          place = gridMove(place, press(name, ctrl), grid) ?? place;
          expect(place).toEqual(gridPlaceWithin(place, grid));
          expect(place.row).toBeLessThan(rows);
        }
      }),
    );
  });

  it('falls back to the last row when a search removes rows', () => {
    expect(gridPlaceWithin({ row: 20, column: 3 }, size)).toEqual({ row: 3, column: 3 });
  });
});
