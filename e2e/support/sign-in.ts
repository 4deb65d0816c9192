import { expect, type Page } from '@playwright/test';
import { PEOPLE, type Person } from './people.ts';

/** Fills in the login form and sends it. */
export async function submitLogin(page: Page, who: Person): Promise<void> {
  const { sucursal, username, password } = PEOPLE[who];
  await page.getByLabel('Sucursal').fill(sucursal);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

/** Signs someone in through the login screen, as people do, and waits for the shell. */
export async function signIn(page: Page, who: Person, path = '/auth/login'): Promise<void> {
  await page.goto(path);
  await submitLogin(page, who);
  await expect(page.getByRole('button', { name: 'Acciones', exact: true })).toBeVisible();
}
