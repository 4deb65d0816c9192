export type ThemeChoice = 'light' | 'dark' | 'system';

/** Storage key of the choice. `public/theme.js` also reads it, before anything else runs. */
export const THEME_KEY = 'despacho.theme';

/** @returns whether a stored value is a valid choice. */
export function isThemeChoice(value: unknown): value is ThemeChoice {
  return value === 'light' || value === 'dark' || value === 'system';
}

/** @returns the theme for a choice and the system's preference. */
export function themeOf(choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' {
  if (choice === 'system') return systemIsDark ? 'dark' : 'light';
  return choice;
}
