import { expect, it } from 'vitest';
import { usesCustomScrollbar } from './custom-scrollbar.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/604.1';

it('S17: enables the custom scrollbar from 960 px', () => {
  expect(usesCustomScrollbar(959, { platform: 'Win32', userAgent: WINDOWS })).toBe(false);
  expect(usesCustomScrollbar(960, { platform: 'Win32', userAgent: WINDOWS })).toBe(true);
  expect(usesCustomScrollbar(1920, { platform: 'Linux x86_64', userAgent: LINUX })).toBe(true);
});

it.each(['MacIntel', 'MacPPC', 'macOS', 'iPad'])('S17: disables it on %s at any width', (platform) => {
  expect(usesCustomScrollbar(2560, { platform, userAgent: '' })).toBe(false);
});

it.each([MAC, IPAD])('S17: disables it for an Apple user agent with a hidden or false platform: %s', (userAgent) => {
  expect(usesCustomScrollbar(2560, { platform: '', userAgent })).toBe(false);
  expect(usesCustomScrollbar(2560, { platform: 'Linux x86_64', userAgent })).toBe(false);
});
