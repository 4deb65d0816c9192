import { afterEach, expect, it, vi } from 'vitest';
import { focusPlace, isShortcut, type KeyPress } from './shortcut.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...more,
});
const page = { typing: false, floating: false };

it('S26: a key alone is a shortcut, in either case', () => {
  expect(isShortcut(press('/'), '/', page)).toBe(true);
  expect(isShortcut(press('A'), 'a', page)).toBe(true);
  expect(isShortcut(press('b'), 'a', page)).toBe(false);
});

it('S26: what one types is never a shortcut', () => {
  expect(isShortcut(press('/'), '/', { ...page, typing: true })).toBe(false);
  expect(isShortcut(press('/'), '/', { ...page, floating: true })).toBe(false);
  expect(isShortcut(press('/', { isComposing: true }), '/', page)).toBe(false);
});

it.each(['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'] as const)('S26: nor is a press with %s', (held) => {
  expect(isShortcut(press('/', { [held]: true }), '/', page)).toBe(false);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('S26: a modal window keeps the keys from the page behind it, wherever the focus has gone', () => {
  vi.stubGlobal('HTMLElement', EventTarget);
  const over = (shown: string) => ({
    querySelector: (selector: string) => (selector.split(', ').includes(shown) ? ({} as Element) : null),
  });
  expect(focusPlace(null, over('dialog[open]')).floating).toBe(true);
  expect(focusPlace(null, over('[aria-modal="true"]')).floating).toBe(true);
  expect(focusPlace(null, over('')).floating).toBe(false);
});
