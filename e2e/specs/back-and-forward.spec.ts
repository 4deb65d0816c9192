import { type Page } from '@playwright/test';
import { expect, signIn, submitLogin, test } from '../support/test.ts';

const panelTop = (page: Page): Promise<number> => page.getByRole('main').evaluate((panel) => panel.scrollTop);

test('S21: back and forward restore each page’s scroll, and a new page starts at the top', async ({ page }) => {
  await signIn(page, 'ana', '/clients');
  const links = page.getByRole('table', { name: 'Clientes' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  await page.getByRole('main').evaluate((panel) => {
    panel.scrollTo({ top: 2_400 });
  });
  await expect.poll(() => panelTop(page)).toBe(2_400);
  // A row in view, because a click on another would scroll.
  const inSight = (): Promise<string | null | undefined> =>
    links.evaluateAll((all) => {
      const seen = all.find((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return top > 200 && bottom < innerHeight - 100;
      });
      return seen?.getAttribute('href');
    });
  await expect.poll(inSight).toBeTruthy();
  await page.locator(`a[href="${(await inSight()) ?? ''}"]`).click();
  await expect(page).toHaveURL(/\/clients\/\w+$/);
  await expect(page.getByRole('main').getByRole('article')).toBeVisible();
  await expect.poll(() => panelTop(page)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL('/clients');
  await expect.poll(() => panelTop(page)).toBe(2_400);

  await page.locator('a[href="/permissions"]').first().click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect.poll(() => panelTop(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => panelTop(page)).toBe(2_400);
  await page.goForward();
  await expect(page).toHaveURL(/\/permissions/);
  await expect.poll(() => panelTop(page)).toBe(0);
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  await expect.poll(() => panelTop(page)).toBe(2_400);
});

test('S21: back and forward keep a search', async ({ page }) => {
  await signIn(page, 'ana', '/clients');
  await page.getByLabel('Buscar cliente').fill('bodega');
  await expect(page).toHaveURL(/q=bodega/);
  await page.getByRole('table', { name: 'Clientes' }).getByRole('link').first().click();
  await expect(page.getByRole('main').getByRole('article')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Buscar cliente')).toHaveValue('bodega');
});

test('S10: a redirect leaves no history entry that leads back into it', async ({ page }) => {
  await page.goto('/error/403');
  await page.goto('/clients?q=bodega');
  await expect(page).toHaveURL(/\/auth\/login\?volver=/);
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/clients?q=bodega');
  await page.locator('a[href="/map"]').first().click();
  await expect(page).toHaveURL('/map');
  await page.goBack();
  await expect(page).toHaveURL('/clients?q=bodega');
  await page.goBack();
  await expect(page).toHaveURL('/error/403');
});

test('S4: back from a refused address leads to the previous page', async ({ page }) => {
  await signIn(page, 'luis', '/map');
  await page.locator('a[href="/assing"]').first().click();
  await expect(page).toHaveURL('/assing');
  await page.goto('/permissions');
  await expect(page).toHaveURL('/error/403');
  await page.goBack();
  await expect(page).toHaveURL('/assing');
  await page.goBack();
  await expect(page).toHaveURL('/map');
});

test('S10: a deep link keeps its query and fragment over a sign-in', async ({ page }) => {
  await page.goto('/permissions?oficina=AREQUIPA#fila');
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/permissions?oficina=AREQUIPA#fila');
});

/** Known attacks that make a browser open another site or run a script. */
const HOSTILE = [
  'javascript:alert(1)',
  'data:text/html,<h1>x',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n//evil.example',
  '///evil.example',
  '\\\\evil.example',
  '/%5cevil.example/..//..//evil.example',
  '/..//evil.example',
  'http:evil.example',
  '//evil.example:80@localhost/',
  '@evil.example',
  '/login?volver=/login',
  '/error/403',
];

test('S10: a hostile return address leads to the first section', async ({ page, app, context }) => {
  await page.goto('/auth/login');
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  for (const entry of ['/auth/login', '/login'])
    for (const back of HOSTILE) {
      await page.goto(`${entry}?volver=${encodeURIComponent(back)}`);
      await expect(page, `${entry} ${back}`).toHaveURL(
        ({ origin, pathname, search }) =>
          origin === app.url && ['/dashboard', '/error/403'].includes(pathname) && search === '',
      );
    }
  // Leave the page first, or its stream would notice the ended session.
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto(`/auth/login?volver=${encodeURIComponent('/\t/evil.example')}`);
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
});
