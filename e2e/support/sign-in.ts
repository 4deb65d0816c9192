import { expect, type Page } from '@playwright/test';
import { expect as patiently } from './patience.ts';
import { PEOPLE, type Person } from './people.ts';

/** Fills in the login form and sends it. */
export async function submitLogin(page: Page, who: Person): Promise<void> {
  const { sucursal, username, password } = PEOPLE[who];
  await page.getByLabel('Sucursal').fill(sucursal);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

/** Waits for the shell, which somebody signed in sees around every section; however busy the machine is. */
const expectShell = (page: Page): Promise<void> =>
  patiently(page.getByRole('button', { name: 'Acciones', exact: true })).toBeVisible();

/** Signs someone in through the login screen, as people do, and waits for the shell. */
export async function signInByForm(page: Page, who: Person, path = '/auth/login'): Promise<void> {
  await page.goto(path);
  await submitLogin(page, who);
  await expectShell(page);
}

/**
 * Signs someone in by the two calls the login screen makes, and opens a section: a fraction of the time of the screen
 * itself, which has tests of its own. None of what the screen leaves in the browser is there (the last sucursal).
 * @param path the first section allowed, when none is named.
 */
export async function signIn(page: Page, who: Person, path: string = PEOPLE[who].first): Promise<void> {
  const probe = await page.request.get('/api/auth/session');
  const { sucursal, username, password } = PEOPLE[who];
  const token = (await page.context().cookies(probe.url())).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await page.request.post('/api/auth/login', {
    headers: { origin: new URL(probe.url()).origin, 'x-xsrf-token': decodeURIComponent(token) },
    data: { sucursal, username, password },
  });
  expect(answer.status(), 'signing in').toBe(200);
  await page.goto(path);
  await expectShell(page);
}
