import { type Locator, type Page } from '@playwright/test';

/** Parts of the shell by their accessible names. */
export const shell = {
  sidebar: (page: Page): Locator => page.getByRole('complementary', { name: 'Menú' }),
  menu: (page: Page): Locator => page.getByRole('navigation', { name: 'Secciones', exact: true }),
  panel: (page: Page): Locator => page.getByRole('main'),
  storage: (page: Page): Locator => page.getByRole('meter', { name: 'Almacenamiento usado' }),
  /** Purely visual, without role or name. Its value is the attribute's, 0 at rest. */
  loadingBar: (page: Page): Locator => page.locator('[data-loading-bar]'),
  toggle: (page: Page): Locator => page.getByRole('button', { name: 'Abrir el menú' }),
  /** Shown while the page follows live events. */
  live: (page: Page): Locator => page.getByRole('banner').getByText('En vivo', { exact: true }),
  drawer: (page: Page): Locator => page.getByRole('dialog', { name: 'Menú' }),
};

/** @returns the scroll position of the content panel in px. */
export const scrolled = (page: Page): Promise<number> => shell.panel(page).evaluate((panel) => panel.scrollTop);

/** Waits until the shell has loaded, nothing is pending and the loading bar has gone. */
export async function atRest(page: Page): Promise<void> {
  await shell.storage(page).waitFor();
  // Twice with a pause between, because a request may start when another ends.
  for (let look = 0; look < 2; look += 1) {
    await page.locator('[data-loading-bar][data-idle]').waitFor({ state: 'attached' });
    await page.waitForTimeout(200);
  }
}
