import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DRAWER_BELOW, KEYBOARD_STEP, PHONE_BELOW, SCROLLBAR_MIN_WIDTH } from './timings.ts';

const SHELL = new URL('../', import.meta.url);

it('S16: the drawer is used below 991 px', () => {
  expect(DRAWER_BELOW).toBe(991);
});

it('S17: the custom scrollbar starts at 960 px, and a key scrolls 30 px', () => {
  expect(SCROLLBAR_MIN_WIDTH).toBe(960);
  expect(KEYBOARD_STEP).toBe(30);
});

it("S16: the shell's style sheets use the same breakpoints as the constants", () => {
  const sheets = globSync('**/*.css', { cwd: SHELL });
  const breaks = sheets.flatMap((sheet) => [
    ...readFileSync(new URL(sheet, SHELL), 'utf8').matchAll(/@media[^{]*width < ([\d.]+)em/g),
  ]);
  expect(breaks.length).toBeGreaterThan(2);
  // Below 20em a phone has text of twice the usual size.
  for (const [, width] of breaks) expect([DRAWER_BELOW, PHONE_BELOW, 320]).toContain(16 * Number(width));
});
