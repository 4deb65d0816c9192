import { expect, it } from 'vitest';
import { wantsCustomScrollbar } from './custom-scrollbar.ts';

it('S17: from 960 px up', () => {
  expect(wantsCustomScrollbar(959, 'Win32')).toBe(false);
  expect(wantsCustomScrollbar(960, 'Win32')).toBe(true);
  expect(wantsCustomScrollbar(1920, 'Linux x86_64')).toBe(true);
});

it.each(['MacIntel', 'MacPPC', 'macOS', 'iPad'])('S17: never on %s, at any width', (platform) => {
  expect(wantsCustomScrollbar(2560, platform)).toBe(false);
});
