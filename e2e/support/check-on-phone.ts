import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';

/** Runs axe and looks for sideways scrolling on a phone, and leaves the page as wide as before. */
export async function checkOnPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 760 });
  await expectAccessible(page);
  for (const part of ['html', 'dialog[open]'])
    for (const box of await page.locator(part).all())
      expect(await box.evaluate((each) => each.scrollWidth - each.clientWidth), `${part} scrolls sideways`).toBe(0);
  if (before) await page.setViewportSize(before);
}
