import { expect, type Page } from '@playwright/test';
import { shell } from './shell.ts';

/** Opens a section by its link in the menu where there is one, which costs half of loading the page; waits for it. */
export async function openScreen(page: Page, path: string): Promise<void> {
  const link = shell.menu(page).locator(`a[href="${path}"]`);
  if (await link.isVisible()) await link.click();
  else await page.goto(path);
  await expect(page).toHaveURL(path);
}

/** Opens an address without loading the page again, as a link does. Resolves before the router redirects. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { idx } = history.state as { idx: number };
    history.pushState({ idx: idx + 1, key: to, usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, path);
}
