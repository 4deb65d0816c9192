import { useSyncExternalStore } from 'react';
import { THEME_KEY, isThemeChoice, themeOf, type ThemeChoice } from './theme-choice.ts';

const listeners = new Set<() => void>();
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Also kept here, for browsers that block storage. */
let current: ThemeChoice | undefined;

function stored(): ThemeChoice {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return isThemeChoice(value) ? value : 'system';
  } catch {
    return 'system';
  }
}

const choice = (): ThemeChoice => (current ??= stored());

function apply(): void {
  document.documentElement.dataset['theme'] = themeOf(choice(), systemDark().matches);
}

function setChoice(next: ThemeChoice): void {
  current = next;
  try {
    localStorage.setItem(THEME_KEY, next);
  } catch {
    // It then lasts until the page is closed.
  }
  apply();
  for (const tell of listeners) tell();
}

/** Follows the system and the user's other tabs. Called once; `public/theme.js` has already set the first theme. */
export function followTheme(): void {
  apply();
  systemDark().addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (key !== THEME_KEY && key !== null) return;
    current = stored();
    apply();
    for (const tell of listeners) tell();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme chosen by the user, stored on this device. */
export function useTheme(): { choice: ThemeChoice; setChoice: (next: ThemeChoice) => void } {
  return { choice: useSyncExternalStore(subscribe, choice), setChoice };
}
