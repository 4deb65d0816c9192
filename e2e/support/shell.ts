import { type Locator, type Page } from '@playwright/test';

/** The parts of the shell, by the names people and screen readers know them by. */
export const shell = {
  sidebar: (page: Page): Locator => page.getByRole('complementary', { name: 'Menú' }),
  menu: (page: Page): Locator => page.getByRole('navigation', { name: 'Secciones', exact: true }),
  panel: (page: Page): Locator => page.getByRole('main'),
  storage: (page: Page): Locator => page.getByRole('meter', { name: 'Almacenamiento usado' }),
  /** For eyes only, so it has neither role nor name. Its value is the attribute's, 0 at rest. */
  loadingBar: (page: Page): Locator => page.locator('[data-loading-bar]'),
  toggle: (page: Page): Locator => page.getByRole('button', { name: 'Abrir el menú' }),
  /** Says that what is on the page follows events as they happen. */
  live: (page: Page): Locator => page.getByRole('banner').getByText('En vivo', { exact: true }),
  drawer: (page: Page): Locator => page.getByRole('dialog', { name: 'Menú' }),
};

/** @returns how far down the content panel is scrolled, in px. */
export const scrolled = (page: Page): Promise<number> => shell.panel(page).evaluate((panel) => panel.scrollTop);

/** Waits until the shell has what it asks for when it opens, nothing is pending and the loading bar has gone. */
export async function atRest(page: Page): Promise<void> {
  await shell.storage(page).waitFor();
  // Twice with a pause between: one request may only begin when another has ended.
  for (let look = 0; look < 2; look += 1) {
    await page.locator('[data-loading-bar][data-idle]').waitFor({ state: 'attached' });
    await page.waitForTimeout(200);
  }
}
