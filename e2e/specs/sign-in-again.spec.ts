import { type Locator, type Page } from '@playwright/test';
import { markPage, expectSamePage } from '../support/outages.ts';
import { PEOPLE, type Person } from '../support/people.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, signInByForm, test } from '../support/test.ts';

const SAVE = /\/legacy\/api\/permission\//;
const USERS = /\/legacy\/api\/users\//;

/** Of the office of Trujillo, so that nobody who signs in elsewhere is touched. */
const OFFICE = '/permissions?oficina=TRUJILLO';

const again = (page: Page): Locator => page.getByRole('dialog', { name: 'Su sesión terminó' });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Cambios sin guardar' });
const box = (page: Page, row: number): Locator =>
  page
    .getByRole('main')
    .getByRole('row')
    .nth(row)
    .getByRole('checkbox', { name: /^Asignación, / });

/** Changes one permission, with a search typed, and then loses the session. */
async function changeAndLose(page: Page, row: number): Promise<boolean> {
  await signIn(page, 'ana', OFFICE);
  // Its stream is open by then, and will not be the first to be refused.
  await expect(shell.live(page)).toBeVisible();
  await page.getByLabel('Buscar usuario').fill('a');
  const wanted = !(await box(page, row).isChecked());
  await box(page, row).setChecked(wanted);
  await markPage(page);
  await page.context().clearCookies({ name: 'despacho' });
  await bar(page)
    .getByRole('button', { name: /^Guardar 1 cambio/ })
    .click();
  await expect(again(page)).toBeVisible();
  return wanted;
}

async function signInAgain(page: Page, who: Person): Promise<void> {
  const { username, password } = PEOPLE[who];
  await again(page).getByLabel('Usuario').fill(username);
  await again(page).getByLabel('Contraseña', { exact: true }).fill(password);
  await again(page).getByRole('button', { name: 'Ingresar' }).click();
}

test.beforeEach(({ watched }) => {
  watched.expectConsole(/status of 401 /);
});

test('S10: a write refused for want of a session is made once its person is back, once, on the same page', async ({
  page,
  app,
}) => {
  const wanted = await changeAndLose(page, 1);
  expect(app.calls(SAVE)).toHaveLength(0);
  // The form asked for a token when it opened: the first try is not refused for an old one.
  const logins: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/login')) logins.push(response.status());
  });
  await signInAgain(page, 'ana');
  await expect(again(page)).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toContainText('Guardado');
  expect(app.calls(SAVE)).toHaveLength(1);
  expect(logins).toEqual([200]);
  await expect(page).toHaveURL(OFFICE);
  await expect(page.getByLabel('Buscar usuario')).toHaveValue('a');
  await expectSamePage(page);
  await page.reload();
  await expect(page.getByLabel('Buscar usuario')).toBeVisible();
  expect(app.calls(SAVE)).toHaveLength(1);
  expect(wanted).toBeDefined();
});

test('S10: signed in again in another tab, the write is made here as well', async ({ page, context, app }) => {
  await changeAndLose(page, 2);
  const other = await context.newPage();
  await signInByForm(other, 'ana');
  await expect(again(page)).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  expect(app.calls(SAVE)).toHaveLength(1);
});

test('S10: somebody else gets a page of their own, and the write is not made', async ({ page, app }) => {
  await changeAndLose(page, 3);
  await signInAgain(page, 'rosa');
  await expect(page).toHaveURL('/images');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(app.calls(SAVE)).toHaveLength(0);
});

test('S10: given up, the write fails and one leaves, having been asked', async ({ page, app }) => {
  await changeAndLose(page, 4);
  await again(page).getByRole('link', { name: 'Salir sin continuar' }).click();
  // The question stands above the window, or nobody could answer it.
  await page.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(app.calls(SAVE)).toHaveLength(0);
});

test('S10: a write that had reached the service is not made again', async ({ page, app, watched }) => {
  watched.expectConsole(/Http failure response for .*: 401 /);
  await signIn(page, 'ana', OFFICE);
  await box(page, 5).setChecked(!(await box(page, 5).isChecked()));
  // The host refuses the save and then the token: whether it had done something before is not known.
  app.faults.fail(SAVE, { kind: 'status', status: 401 });
  app.faults.fail('auth/credentials', { kind: 'status', status: 401 });
  await bar(page)
    .getByRole('button', { name: /^Guardar 1 cambio/ })
    .click();
  await expect(again(page)).toBeVisible();
  app.faults.heal();
  await signInAgain(page, 'ana');
  await expect(again(page)).toHaveCount(0);
  await expect(bar(page)).toContainText('1 sin confirmar');
  expect(app.calls(SAVE)).toHaveLength(1);
  expect(app.calls(USERS).length).toBeGreaterThan(0);
});
