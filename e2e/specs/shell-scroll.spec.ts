import { type Page } from '@playwright/test';
import { atRest, scrolled, shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Clientes' });

/** Scrolls and waits for the scroll event, which the browser sends with the next frame. */
const scrollTo = (page: Page, top: number): Promise<void> =>
  shell.panel(page).evaluate(async (panel, to) => {
    const scrolled = new Promise((resolve) => {
      panel.addEventListener('scroll', resolve, { once: true });
    });
    panel.scrollTo({ top: to, behavior: 'instant' });
    await scrolled;
  }, top);

/** Signs in and scrolls far down the list of clients. */
async function farDown(page: Page, top: number): Promise<void> {
  await signIn(page, 'ana', '/clients');
  await expect(table(page)).toBeVisible();
  await scrollTo(page, top);
  await expect.poll(() => scrolled(page)).toBe(top);
}

test('S21: a navigation starts at the top; back and forward restore the position', async ({ page }) => {
  await farDown(page, 3000);
  // A row in view: a click on any other would scroll first.
  await table(page).locator('[data-place="85"]').click();
  await expect(page).toHaveURL(/\/clients\/.+/);
  await expect.poll(() => scrolled(page)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL('/clients');
  await expect.poll(() => scrolled(page)).toBe(3000);

  await shell.menu(page).getByRole('link', { name: 'Imágenes' }).click();
  await expect(page).toHaveURL('/images');
  await expect.poll(() => scrolled(page)).toBe(0);
  await shell.menu(page).getByRole('link', { name: 'Clientes' }).click();
  await expect(table(page)).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  // In one task, so that the browser cannot send the scroll event before going back.
  await shell.panel(page).evaluate((panel) => {
    panel.scrollTo({ top: 700, behavior: 'instant' });
    history.back();
  });
  await expect(page).toHaveURL('/images');
  await page.goBack();
  await expect(page).toHaveURL('/clients');
  await expect.poll(() => scrolled(page)).toBe(3000);
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL('/clients');
  await expect.poll(() => scrolled(page)).toBe(700);

  await test.step('a navigation also scrolls the menu to its top', async () => {
    await page.setViewportSize({ width: 1200, height: 380 });
    const menu = shell.menu(page);
    // The figure of the storage arrives later and leaves the menu less room: scrolled once, it may be near its top.
    const scrollDown = (): Promise<number> =>
      menu.evaluate((panel) => {
        panel.scrollTop = 80;
        return panel.scrollTop;
      });
    await expect.poll(scrollDown).toBeGreaterThan(40);
    await menu.getByRole('link', { name: 'Permiso Usuario' }).click();
    await expect(page).toHaveURL('/permissions');
    await expect.poll(() => menu.evaluate((panel) => panel.scrollTop)).toBe(0);
  });
});

test('S21: a typed address opens at the top; reload and back keep the position', async ({ page }) => {
  await signIn(page, 'ana', '/clients');
  await expect(table(page)).toBeVisible();
  await scrollTo(page, 900);
  await page.reload();
  await expect.poll(() => scrolled(page)).toBe(900);
  await page.goto('/clients?q=a');
  await expect(table(page)).toBeVisible();
  await atRest(page);
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(900);
  await page.goto('/clients');
  await expect(table(page)).toBeVisible();
  await atRest(page);
  expect(await scrolled(page)).toBe(0);
});
