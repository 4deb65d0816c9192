import { createStore, useStore } from '../state/store.ts';
import { readStored, writeStored } from '../state/browser-storage.ts';
import { THEME_KEY, isThemeChoice, themeOf, type ThemeChoice } from './theme-choice.ts';

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

function stored(): ThemeChoice {
  const value = readStored(THEME_KEY);
  return isThemeChoice(value) ? value : 'system';
}

/** Also kept here, for browsers that block storage. */
const choice = createStore<ThemeChoice>(stored());

function apply(): void {
  document.documentElement.dataset['theme'] = themeOf(choice.get(), systemDark().matches);
}

function setChoice(next: ThemeChoice): void {
  choice.set(next);
  writeStored(next, THEME_KEY);
  apply();
}

/** Follows the system and the user's other tabs. Called once; `public/theme.js` has already set the first theme. */
export function followTheme(): void {
  apply();
  systemDark().addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (key !== THEME_KEY && key !== null) return;
    choice.set(stored());
    apply();
  });
}

/** The theme chosen by the user, stored on this device. */
export function useTheme(): { choice: ThemeChoice; setChoice: (next: ThemeChoice) => void } {
  return { choice: useStore(choice), setChoice };
}
