import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isThemeChoice, THEME_KEY, themeOf, type ThemeChoice } from './theme-choice.ts';

/** Runs `public/theme.js` as a browser does before anything else. */
function firstPaint(stored: string | null | Error, systemIsDark: boolean): string | undefined {
  const dataset: { theme?: string } = {};
  const getItem = (key: string) => {
    if (stored instanceof Error) throw stored;
    return key === THEME_KEY ? stored : null;
  };
  vm.runInNewContext(readFileSync(new URL('../../../public/theme.js', import.meta.url), 'utf8'), {
    localStorage: { getItem },
    matchMedia: () => ({ matches: systemIsDark }),
    document: { documentElement: { dataset } },
  });
  return dataset.theme;
}

describe('theme', () => {
  it('follows the system by default', () => {
    expect(themeOf('system', true)).toBe('dark');
    expect(themeOf('system', false)).toBe('light');
    expect(themeOf('light', true)).toBe('light');
    expect(themeOf('dark', false)).toBe('dark');
  });

  it('ignores invalid values', () => {
    expect([null, '', 'blue', 3].some(isThemeChoice)).toBe(false);
  });

  it.each(['light', 'dark', 'system', null, 'blue'])('is the same before the first paint, with %j stored', (stored) => {
    const choice: ThemeChoice = isThemeChoice(stored) ? stored : 'system';
    for (const dark of [true, false]) expect(firstPaint(stored, dark)).toBe(themeOf(choice, dark));
  });

  it('works without storage', () => {
    expect(firstPaint(new Error('denied'), true)).toBe('dark');
  });
});
