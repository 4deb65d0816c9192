import { type Page } from '@playwright/test';
import { moveClock } from '../support/clock.ts';
import { createUser, enter, install, PASSWORD } from '../support/first-day-steps.ts';
import { KillableBackend } from '../support/stack.ts';
import { expect, test as base } from '../support/test.ts';

const MOVED: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=${new URL('../support/moved-clock.ts', import.meta.url).href}`,
};
const test = base.extend<object, { backend: KillableBackend }>({
  backend: [
    async ({}, use) => {
      const backend = new KillableBackend({ DEMO: '0', ...MOVED });
      await backend.start();
      await install(backend);
      await use(backend);
      await backend.end();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
test.use({ settings: MOVED });
test.describe.configure({ timeout: 180_000, mode: 'default' });
test.beforeEach(({ watched }) => watched.expectConsole(/\/api\//));

const where = async (page: Page, what: string): Promise<void> => {
  await page.waitForTimeout(700);
  const at = await page.evaluate(() => {
    const e = document.activeElement;
    return `${e?.tagName} ${e?.id} ${e?.getAttribute('aria-label') ?? ''} ${(e?.textContent ?? '').slice(0, 60)}`;
  });
  console.log(`FOCUS ${what}: ${at}`);
};

test('focus', async ({ page, backend, app }) => {
  for (const [username, name] of [['olga', 'Olga Rojas'], ['hugo', 'Hugo Ruiz'], ['tito', 'Tito Paz']] as const)
    await createUser(backend, { username, name, charge: 'D', modules: 'D01' });
  await enter(page, { sucursal: 'LIMA', username: 'sonia', password: PASSWORD });
  await expect(page).toHaveURL(/dashboard/);
  await page.goto('/permissions?vista=personas');
  const late = () => Promise.all([backend.url, app.gateway.url].map((url) => moveClock(url, 16 * 60_000)));
  const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });
  const prove = async () => {
    await proof.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(proof).toBeHidden();
  };
  await page.getByRole('button', { name: /^Editar.*Olga Rojas/ }).click();
  await page.getByLabel('Nombre y apellidos').fill('Olga Rojas Soto');
  await late();
  await page.getByRole('button', { name: 'Guardar', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(proof).toBeVisible();
  await page.keyboard.press('Escape');
  await where(page, 'editor, proof cancelled');
  await page.keyboard.press('Enter');
  await prove();
  await where(page, 'editor, proved');
  await page.keyboard.press('Escape');
  await where(page, 'editor closed');

  await late();
  await page.getByRole('button', { name: 'Desactivar a Hugo Ruiz' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).waitFor();
  await where(page, 'question');
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).focus();
  await page.keyboard.press('Enter');
  await expect(proof).toBeVisible();
  await page.keyboard.press('Escape');
  await where(page, 'disable, proof cancelled');
  await page.getByRole('button', { name: 'Desactivar a Hugo Ruiz' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).focus();
  await page.keyboard.press('Enter');
  await prove();
  await where(page, 'disable, proved');

  await late();
  await page.getByRole('button', { name: /^Editar.*Tito Paz/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Enlace de contraseña|enlace de contraseña/ }).first().focus();
  await page.keyboard.press('Enter');
  await where(page, 'link window');
  await page.getByRole('button', { name: 'Crear enlace' }).focus();
  await page.keyboard.press('Enter');
  await prove();
  await where(page, 'link, proved');
  await page.keyboard.press('Escape');
  await where(page, 'link closed');
  await page.keyboard.press('Escape');
  await where(page, 'editor closed again');
});
