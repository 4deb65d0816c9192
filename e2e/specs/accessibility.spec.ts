import { type Page } from '@playwright/test';
import { settled } from '../support/settled.ts';
import { SCREENS, type Screen } from '../support/screens.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 760 } };

async function open(page: Page, { path, who }: Screen): Promise<void> {
  if (who) await signIn(page, who);
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await settled(page);
}

for (const screen of SCREENS)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, viewport] of Object.entries(WIDTHS))
      test(`S26: ${screen.name}, ${colorScheme}, ${name}, passes axe`, async ({ page }) => {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await open(page, screen);
        await expectAccessible(page);
      });
