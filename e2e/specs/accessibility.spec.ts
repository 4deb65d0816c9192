import { type Page } from '@playwright/test';
import { settled } from '../support/settled.ts';
import { SCREENS, type Screen } from '../support/screens.ts';
import { expect, expectAccessibleInBothThemes, signIn, test } from '../support/test.ts';

const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 760 } };

async function open(page: Page, { path }: Screen): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await settled(page);
}

for (const screen of SCREENS)
  test(`S26: ${screen.name} passes axe on desktop and phone, light and dark`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (screen.who) await signIn(page, screen.who, '/images');
    for (const [name, viewport] of Object.entries(WIDTHS))
      await test.step(name, async () => {
        await page.setViewportSize(viewport);
        await open(page, screen);
        await expectAccessibleInBothThemes(page);
      });
  });
