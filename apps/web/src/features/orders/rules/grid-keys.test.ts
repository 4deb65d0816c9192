import { expect, it } from 'vitest';
import { gridKey } from './grid-keys.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  gridKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, 3, 10, 4);

it.each([
  ['ArrowDown', 4],
  ['ArrowUp', 2],
  ['PageDown', 7],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 9],
])('%s moves from row 3 to row %d', (key, to) => {
  expect(press(key)).toEqual({ does: 'move', to, extend: false });
  expect(press(key, { shiftKey: true })).toEqual({ does: 'move', to, extend: true });
});

it('Space selects one row, Shift+Space a range', () => {
  expect(press(' ')).toEqual({ does: 'toggle' });
  expect(press(' ', { shiftKey: true })).toEqual({ does: 'extend' });
});

it('Ctrl+A and ⌘A select all, and Enter opens', () => {
  expect(press('a', { ctrlKey: true })).toEqual({ does: 'all' });
  expect(press('A', { metaKey: true })).toEqual({ does: 'all' });
  expect(press('Enter')).toEqual({ does: 'open' });
});

it('ignores other keys', () => {
  expect(press('a')).toBeNull();
  expect(press('c', { ctrlKey: true })).toBeNull();
  expect(press('ArrowDown', { altKey: true })).toBeNull();
  expect(gridKey({ key: 'Home', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }, 0, 0, 4)).toBeNull();
});
