import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { MANAGEMENT, type Screen, type ScreenName, SCREENS } from './screens.ts';
import { settled } from './settled.ts';

const ALL: readonly Screen[] = [...SCREENS, ...MANAGEMENT];
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 760 };

/**
 * Runs axe on the screen that the page shows: all rules on a desktop, colours in the dark theme, and all rules on a
 * phone. Leaves the page as wide as a desktop and in the light theme, with reduced motion. `accessibility.spec.ts`
 * expects one call for each screen of the router.
 */
export async function checkScreen(page: Page, name: ScreenName): Promise<void> {
  const path = ALL.find((screen) => screen.name === name)?.path.split('?')[0] ?? '';
  expect(new URL(page.url()).pathname, name).toBe(path);
  await page.setViewportSize(WIDE);
  await settled(page);
  await expectAccessibleInBothThemes(page);
  // Still in the dark theme: the width changes no colour.
  await page.setViewportSize(PHONE);
  await settled(page);
  await expectAccessible(page);
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
