import { afterEach, expect, it, vi } from 'vitest';
import { focusPlace, isShortcut, type KeyPress } from './shortcut.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...more,
});
const page = { typing: false, floating: false, acting: false };

it('S26: a plain key is a shortcut, in either case', () => {
  expect(isShortcut(press('/'), '/', page)).toBe(true);
  expect(isShortcut(press('A'), 'a', page)).toBe(true);
  expect(isShortcut(press('b'), 'a', page)).toBe(false);
});

it('S26: typed text is never a shortcut', () => {
  expect(isShortcut(press('/'), '/', { ...page, typing: true })).toBe(false);
  expect(isShortcut(press('/'), '/', { ...page, floating: true })).toBe(false);
  expect(isShortcut(press('/', { isComposing: true }), '/', page)).toBe(false);
});

it('S26: a shortcut that changes data requires the table or a bar of actions', () => {
  expect(isShortcut(press('u'), 'u', page, true)).toBe(false);
  expect(isShortcut(press('u'), 'u', { ...page, acting: true }, true)).toBe(true);
});

it.each(['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'] as const)(
  'S26: a press with %s is not a shortcut',
  (held) => {
    expect(isShortcut(press('/', { [held]: true }), '/', page)).toBe(false);
  },
);

it('S26: a shortcut with Ctrl or ⌘ works in fields and windows, and not with other modifiers', () => {
  const field = { typing: true, floating: true, acting: false };
  const pressed = (more: Partial<KeyPress>): boolean => isShortcut(press('K', more), 'Ctrl+k', field);
  expect([pressed({ ctrlKey: true }), pressed({ metaKey: true })]).toEqual([true, true]);
  const others = [
    {},
    { ctrlKey: true, shiftKey: true },
    { ctrlKey: true, altKey: true },
    { ctrlKey: true, metaKey: true },
  ];
  expect(others.map(pressed)).toEqual([false, false, false, false]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('S26: a modal dialog blocks the page’s shortcuts, wherever the focus is', () => {
  vi.stubGlobal('HTMLElement', EventTarget);
  const over = (shown: string) => ({
    querySelector: (selector: string) => (selector.split(', ').includes(shown) ? ({} as Element) : null),
  });
  expect(focusPlace(null, over('dialog[open]')).floating).toBe(true);
  expect(focusPlace(null, over('[aria-modal="true"]')).floating).toBe(true);
  expect(focusPlace(null, over('')).floating).toBe(false);
});
