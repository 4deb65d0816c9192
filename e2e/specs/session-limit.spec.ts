import { type Page } from '@playwright/test';
import { installClock, MOVABLE_CLOCK, passMinutes } from '../support/clock.ts';
import { PEOPLE } from '../support/people.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

// One gateway for the three.
test.describe.configure({ mode: 'default' });

test.use({ settings: { ...MOVABLE_CLOCK, SESSION_IDLE_MINUTES: '60', SESSION_ABSOLUTE_HOURS: '1' } });

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Su sesión llega a su límite' });
const early = (page: Page) => page.getByRole('dialog', { name: 'Ingrese otra vez' });
const ended = (page: Page) => page.getByRole('dialog', { name: 'Su sesión terminó' });

async function openNearTheLimit(page: Page, url: string): Promise<void> {
  await installClock(page.context());
  await signIn(page, 'rosa', '/clients?q=bodega');
  await passMinutes(url, 58.2, page.context());
  await expect(warning(page)).toContainText(/Terminará en \d:\d\d, haga lo que haga/);
}

test('G5: signing in again in place before the absolute limit extends the session', async ({ page, app }) => {
  await openNearTheLimit(page, app.url);
  await expectAccessible(page);
  const life = await page.evaluate(() => performance.timeOrigin);
  await warning(page).getByRole('button', { name: 'Ingresar ahora' }).click();
  await expect(early(page).getByLabel('Contraseña', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await early(page).getByLabel('Contraseña', { exact: true }).fill(PEOPLE.rosa.password);
  await early(page).getByRole('button', { name: 'Ingresar' }).click();
  await expect(early(page)).toHaveCount(0);
  await expect(page).toHaveURL('/clients?q=bodega');
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(life);
  await passMinutes(app.url, 50, page.context());
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  await expect(warning(page)).toHaveCount(0);
});

test('G5: after dismissing the dialog the session ends without another warning', async ({ page, app, watched }) => {
  watched.expectConsole(/status of 401 /);
  await openNearTheLimit(page, app.url);
  await warning(page).getByRole('button', { name: 'Más tarde' }).click();
  await expect(warning(page)).toHaveCount(0);
  await page.getByLabel('Buscar cliente').fill('textil');
  await passMinutes(app.url, 1, page.context());
  await expect(warning(page)).toHaveCount(0);
  await passMinutes(app.url, 1, page.context());
  await expect(ended(page)).toBeVisible();
  await expect(page.getByLabel('Buscar cliente', { exact: true })).toHaveValue('textil');
});

test('G5: an open form keeps its input when the absolute limit is reached', async ({ page, app, watched }) => {
  watched.expectConsole(/status of 401 /);
  await openNearTheLimit(page, app.url);
  await warning(page).getByRole('button', { name: 'Ingresar ahora' }).click();
  await early(page).getByLabel('Contraseña', { exact: true }).fill(PEOPLE.rosa.password);
  await passMinutes(app.url, 2, page.context());
  await expect(ended(page)).toBeVisible();
  await expect(ended(page).getByLabel('Contraseña', { exact: true })).toHaveValue(PEOPLE.rosa.password);
  await ended(page).getByRole('button', { name: 'Ingresar' }).click();
  await expect(ended(page)).toHaveCount(0);
  await expect(page).toHaveURL('/clients?q=bodega');
});
