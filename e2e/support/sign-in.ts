import { expect, type Page } from '@playwright/test';
import { expect as patiently } from './patient-expect.ts';
import { PEOPLE, type Person } from './people.ts';

/** Fills in and submits the login form. */
export async function submitLogin(page: Page, who: Person): Promise<void> {
  const { sucursal, username, password } = PEOPLE[who];
  await page.getByLabel('Sucursal').fill(sucursal);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

/** Waits for the shell, which surrounds every section after sign-in. */
const expectShell = (page: Page): Promise<void> =>
  patiently(page.getByRole('button', { name: 'Acciones', exact: true })).toBeVisible();

/** Signs in through the login screen and waits for the shell. */
export async function signInByForm(page: Page, who: Person, path = '/auth/login'): Promise<void> {
  await page.goto(path);
  await submitLogin(page, who);
  await expectShell(page);
}

/** Signs in by the two calls of the login screen, without opening a page. Does not store the last sucursal. */
export async function openSession(page: Page, who: Person): Promise<void> {
  const probe = await page.request.get('/api/auth/session');
  const { sucursal, username, password } = PEOPLE[who];
  const token = (await page.context().cookies(probe.url())).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await page.request.post('/api/auth/login', {
    headers: { origin: new URL(probe.url()).origin, 'x-xsrf-token': decodeURIComponent(token) },
    data: { sucursal, username, password },
  });
  expect(answer.status(), 'signing in').toBe(200);
}

/**
 * Opens a session and a section, in a fraction of the time of the login screen.
 * @param path default: the first section of the user.
 */
export async function signIn(page: Page, who: Person, path: string = PEOPLE[who].first): Promise<void> {
  await openSession(page, who);
  await page.goto(path);
  await expectShell(page);
}
