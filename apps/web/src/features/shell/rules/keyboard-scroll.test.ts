import { expect, it } from 'vitest';
import { scrollTarget } from './keyboard-scroll.ts';

const middle = { top: 500, page: 400, height: 2000 };

it('S17: an arrow key scrolls by 30 px', () => {
  expect(scrollTarget('ArrowDown', false, middle)).toBe(530);
  expect(scrollTarget('ArrowUp', false, middle)).toBe(470);
});

it('S17: Page Up and Down, Space, Home and End scroll', () => {
  expect(scrollTarget('PageDown', false, middle)).toBe(860);
  expect(scrollTarget(' ', false, middle)).toBe(860);
  expect(scrollTarget(' ', true, middle)).toBe(140);
  expect(scrollTarget('Home', false, middle)).toBe(0);
  expect(scrollTarget('End', false, middle)).toBe(1600);
});

it('S17: stays within the scroll range', () => {
  expect(scrollTarget('ArrowUp', false, { ...middle, top: 10 })).toBe(0);
  expect(scrollTarget('ArrowDown', false, { ...middle, top: 1590 })).toBe(1600);
  expect(scrollTarget('ArrowDown', false, { top: 0, page: 400, height: 300 })).toBe(0);
});

it('ignores other keys', () => {
  expect(scrollTarget('a', false, middle)).toBeUndefined();
  expect(scrollTarget('Tab', false, middle)).toBeUndefined();
});
