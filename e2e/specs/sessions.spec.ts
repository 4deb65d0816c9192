import { type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { type Person } from '../support/people.ts';
import { reported } from '../support/reported.ts';
import { STREETS } from '../support/settings.ts';
import { shell } from '../support/shell.ts';
import { settled } from '../support/settled.ts';
import { checkScreen, expect, expectAccessibleInBothThemes, openSession, signIn, test } from '../support/test.ts';

// Its own gateway, because the list would show sessions of other specs.
test.use({ settings: STREETS });
test.describe.configure({ mode: 'serial' });

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const opened: BrowserContext[] = [];

/** Signs a person in on another device, without opening a section there. */
async function onAnotherDevice(browser: Browser, url: string, who: Person, userAgent: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, userAgent, locale: 'es-PE' });
  opened.push(context);
  const page = await context.newPage();
  await openSession(page, who);
  return page;
}

/** Opens a section there, which follows live events. */
async function openThere(page: Page): Promise<Page> {
  await page.goto('/sesiones');
  await expect(shell.live(page)).toBeVisible();
  return page;
}

/** Ends a device's session, which the lists of later tests would show. */
async function signOut(context: BrowserContext, url: string): Promise<void> {
  const token = (await context.cookies(url)).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await context.request.post(`${url}/api/auth/logout`, {
    headers: { origin: new URL(url).origin, 'x-xsrf-token': decodeURIComponent(token) },
  });
  // Some devices were signed out by the test.
  expect([204, 401]).toContain(answer.status());
}

test.afterEach(async ({ context, app }) => {
  // An open page would report that its stream was refused.
  const pages = [context, ...opened].flatMap((each) => each.pages());
  await Promise.all(pages.map((each) => each.goto('about:blank')));
  await Promise.all([context, ...opened].map((each) => signOut(each, app.url)));
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

const list = (page: Page): Locator => page.getByRole('list', { name: 'Sesiones abiertas' });
const items = (page: Page): Locator => list(page).getByRole('listitem');
const ended = (page: Page): Locator => page.getByRole('dialog', { name: 'Su sesión terminó' });

test('G7: «Mis sesiones» lists sessions and ends one, whose device shows the login', async ({ page, browser, app }) => {
  await signIn(page, 'rosa', '/clients');
  const phone = await openThere(await onAnotherDevice(browser, app.url, 'rosa', PHONE));
  await page.getByRole('button', { name: 'Acciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mis sesiones' }).click();
  await expect(page).toHaveURL('/sesiones');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mis sesiones');
  await expect(items(page)).toHaveCount(2);
  await expect(items(page).nth(0)).toContainText('Esta sesión');
  await expect(items(page).nth(0).getByRole('button')).toHaveCount(0);
  await expect(items(page).nth(1)).toContainText('Chrome en Android');
  await expect(items(page).nth(1)).toContainText('Red interna');
  await expect(items(page).nth(1)).toContainText(/127\.0\.0\.1|::1/);
  await expect(items(page).nth(1)).toContainText(/hace \d+ (s|min)/);

  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') calls.push(request.url());
  });
  await items(page)
    .nth(1)
    .getByRole('button', { name: 'Cerrar la sesión de Chrome en Android, Red interna' })
    .evaluate((button: HTMLElement) => {
      // Both clicks come before the dialog, which could take the second one.
      button.click();
      button.click();
    });
  await page.getByRole('button', { name: 'Cerrar esa sesión' }).click();
  await expect(items(page)).toHaveCount(1);
  await expect(page.getByText('Su cuenta no está abierta en ningún otro equipo.')).toBeVisible();
  await reported(page);
  expect(calls).toHaveLength(1);
  // The phone is not used; its stream ends.
  await expect(ended(phone)).toBeVisible();
});

test('G7: ends all other sessions after a confirmation and keeps the current one', async ({ page, browser, app }) => {
  const desk = await openThere(await onAnotherDevice(browser, app.url, 'luis', WINDOWS));
  await onAnotherDevice(browser, app.url, 'luis', PHONE);
  await signIn(page, 'luis', '/sesiones');
  await expect(items(page)).toHaveCount(3);
  await expect(list(page)).toContainText('Firefox en Windows');
  const endAll = page.getByRole('button', { name: 'Cerrar las otras 2' });
  await endAll.click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(items(page)).toHaveCount(3);
  await endAll.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar las otras 2' }).click();
  await expect(items(page)).toHaveCount(1);
  await expect(items(page)).toContainText('Esta sesión');
  await expect(ended(desk)).toBeVisible();
  await page.reload();
  await expect(items(page)).toHaveCount(1);
});

test('G7: an administrator ends a user’s sessions and sees their number', async ({ page, browser, app }) => {
  const phone = await openThere(await onAnotherDevice(browser, app.url, 'rosa', PHONE));
  await signIn(page, 'ana', '/permissions');
  const person = page.getByRole('button', { name: /Rosa Mamani.*ver todos sus datos/ });
  await person.click();
  await page.getByRole('button', { name: 'Cerrar sus sesiones' }).click();
  const question = page.getByRole('dialog', { name: /¿Cerrar las sesiones de Rosa Mamani/ });
  await question.getByRole('button', { name: 'Cerrar sus sesiones' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: /Se cerr(ó 1 sesión|aron \d+ sesiones) de Rosa Mamani/ }),
  ).toBeVisible();
  await expect(ended(phone)).toBeVisible();
  // An administrator's own sessions cannot be ended from there.
  await person.click();
  await page.getByRole('button', { name: /Ana Torres.*ver todos sus datos/ }).click();
  await expect(page.getByText('Nadie puede cambiar sus propios permisos.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cerrar sus sesiones' })).toHaveCount(0);
});

test('S26: «Mis sesiones» and its confirmation pass axe, light and dark', async ({ page, browser, app }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await onAnotherDevice(browser, app.url, 'ana', WINDOWS);
  await signIn(page, 'ana', '/sesiones');
  await settled(page);
  await page
    .getByRole('button', { name: /^Cerrar la sesión de Firefox/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Cerrar esa sesión' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cerrar esa sesión' })).toHaveCount(0);
  await checkScreen(page, 'sessions');
});
