import { type Page } from '@playwright/test';

/**
 * Stops the page's clock, so that a test moves it by exact milliseconds (`page.clock.runFor`). The page must have been
 * opened with `page.clock.install()`. What the compositor does by itself (transitions of style sheets) goes on.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}
