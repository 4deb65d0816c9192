import { type Locator, type Page } from '@playwright/test';
import { markPage, expectSamePage } from '../support/outages.ts';
import { PEOPLE, type Person } from '../support/people.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, signInByForm, test } from '../support/test.ts';

const SAVE = /\/legacy\/api\/permission\//;

/** Office of Trujillo, so that people who sign in elsewhere are not affected. */
const OFFICE = '/permissions?oficina=TRUJILLO';

const again = (page: Page): Locator => page.getByRole('dialog', { name: 'Su sesión terminó' });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Cambios sin guardar' });
const box = (page: Page, row: number): Locator =>
  page
    .getByRole('main')
    .getByRole('row')
    .nth(row)
    .getByRole('checkbox', { name: /^Asignación, / });

/** Opens the permissions and types a search. */
async function openPermissions(page: Page): Promise<void> {
  await signIn(page, 'ana', OFFICE);
  await page.getByLabel('Buscar usuario').fill('a');
}

/** Changes one permission and ends the session. */
async function changeAndLose(page: Page, row: number): Promise<void> {
  // The event stream is open by then, so it is not the first request to be refused.
  await expect(shell.live(page)).toBeVisible();
  await box(page, row).setChecked(!(await box(page, row).isChecked()));
  await markPage(page);
  await page.context().clearCookies({ name: 'despacho' });
  await bar(page)
    .getByRole('button', { name: /^Guardar 1 cambio/ })
    .click();
  await expect(again(page)).toBeVisible();
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

test('S10: a write refused without a session is sent once after a sign-in', async ({ page, context, app }) => {
  await openPermissions(page);
  await test.step('a sign-in on the same page', async () => {
    await changeAndLose(page, 1);
    expect(app.calls(SAVE)).toHaveLength(0);
    // The form fetched a token when it opened, so the first try has a valid one.
    const logins: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/auth/login')) logins.push(response.status());
    });
    await signInAgain(page, 'ana');
    await expect(again(page)).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByRole('row').nth(1)).toContainText('Guardado');
    expect(app.calls(SAVE)).toHaveLength(1);
    await expect.poll(() => logins).toEqual([200]);
    await expect(page).toHaveURL(OFFICE);
    await expect(page.getByLabel('Buscar usuario')).toHaveValue('a');
    await expectSamePage(page);
  });

  await test.step('a sign-in in another tab', async () => {
    await changeAndLose(page, 2);
    const other = await context.newPage();
    await signInByForm(other, 'ana');
    await other.close();
    await expect(again(page)).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
    expect(app.calls(SAVE)).toHaveLength(2);
  });

  await test.step('a reload sends nothing', async () => {
    await page.reload();
    await expect(page.getByLabel('Buscar usuario')).toBeVisible();
    expect(app.calls(SAVE)).toHaveLength(2);
  });

  await test.step('cancelling fails the write and asks before leaving', async () => {
    await changeAndLose(page, 4);
    await again(page).getByRole('link', { name: 'Salir sin continuar' }).click();
    // The dialog must be above the window.
    await page.getByRole('button', { name: 'Salir sin guardar' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    expect(app.calls(SAVE)).toHaveLength(2);
  });
});

test('S10: a sign-in as someone else opens a new page and drops the write', async ({ page, app }) => {
  await openPermissions(page);
  await changeAndLose(page, 3);
  await signInAgain(page, 'rosa');
  await expect(page).toHaveURL('/images');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(app.calls(SAVE)).toHaveLength(0);
});
