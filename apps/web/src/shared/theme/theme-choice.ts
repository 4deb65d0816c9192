export type ThemeChoice = 'light' | 'dark' | 'system';

/** Where the choice is kept. `public/theme.js` reads it too, before anything else runs. */
export const THEME_KEY = 'despacho.theme';

/** @returns whether a stored value is a choice: storage may hold anything. */
export function isThemeChoice(value: unknown): value is ThemeChoice {
  return value === 'light' || value === 'dark' || value === 'system';
}

/** @returns the theme to show for a choice, given what the system prefers. */
export function themeOf(choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' {
  if (choice === 'system') return systemIsDark ? 'dark' : 'light';
  return choice;
}
