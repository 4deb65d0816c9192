import { expect, type Page } from '@playwright/test';

/**
 * Waits until a page has finished loading. The network is never idle while signed in (live changes are a stream), so
 * this checks the loader, busy regions and the loading bar.
 */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.locator('#loader, [aria-busy="true"], [data-loading-bar]:not([data-idle])')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
