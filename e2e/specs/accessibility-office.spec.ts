import { type Page } from '@playwright/test';
import { OFFICE_LIFE } from '../support/scenes/office-life.ts';
import { SESSION_WINDOWS } from '../support/scenes/session-windows.ts';
import { settled } from '../support/settled.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

/*
 * Windows of those who run the office, and of one's own account. Their screens, and the list of couriers, are in
 * accessibility.spec.ts.
 */

const WINDOW = 'dialog[open]';
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 760 };

/**
 * Opens windows one after another, on one page for those of the same screen, and runs axe on each on a phone, and in the
 * dark theme on a desktop.
 * @param reload for windows that are not closed with Esc alone.
 */
async function expectEachAccessible(page: Page, names: readonly string[], { reload = false } = {}): Promise<void> {
  let shown = '';
  for (const name of names)
    await test.step(name, async () => {
      const scene = [...OFFICE_LIFE, ...SESSION_WINDOWS].find((each) => [`office-${name}`, name].includes(each.name));
      if (!scene) throw new Error(`There is no scene ${name}`);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize(WIDE);
      if (reload || scene.path !== shown) await page.goto(scene.path);
      shown = scene.path;
      await settled(page);
      await scene.open(page);
      await expect(page.locator(WINDOW).last()).toBeVisible();
      await page.setViewportSize(PHONE);
      await expectAccessible(page, WINDOW);
      const window = page.locator(WINDOW).last();
      expect(await window.evaluate((box) => box.scrollWidth - box.clientWidth), 'scrolling sideways').toBe(0);
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expectAccessible(page, WINDOW, 'colours');
      while (!reload && (await page.locator(WINDOW).count()) > 0) await page.keyboard.press('Escape');
    });
}

test('S26: the windows of people and offices pass axe on desktop and phone, light and dark', async ({ page }) => {
  await openSession(page, 'ana');
  await expectEachAccessible(page, [
    'person',
    'person-link',
    'person-new',
    'people-many',
    'profiles',
    'office-new',
    'password',
  ]);
});

test('S26: the windows of clients and couriers pass axe on desktop and phone, light and dark', async ({ page }) => {
  await openSession(page, 'ana');
  await expectEachAccessible(page, [
    'client-new',
    'clients-import-lines',
    'client-editar',
    'client-unir-un-duplicado',
    'courier-record',
    'attendance',
    'couriers-import',
  ]);
});

test('S26: the windows of a second factor and of a proof pass axe on desktop and phone, light and dark', async ({
  page,
  watched,
}) => {
  watched.expectConsole(/\/api\/(?:auth\/factor|people)/);
  await openSession(page, 'ana');
  // Responses of the last two stay held.
  const names = ['proof', 'sign-in-rules-provider', 'factor-codes', 'factor-key-refused'];
  await expectEachAccessible(page, names, { reload: true });
});
