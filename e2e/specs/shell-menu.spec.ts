import { type Page } from '@playwright/test';
import { type Person } from '../support/people.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, submitLogin, test } from '../support/test.ts';

const ENTRIES = {
  Dashboard: '/dashboard',
  Mapa: '/map',
  'Asig. Orden(B)': '/assing',
  Imagenes: '/images',
  'Permiso Usuario': '/permissions',
  Clientes: '/clients',
  Salir: '/auth/logout',
} as const;

type Title = keyof typeof ENTRIES;

const WHOSE: Record<Exclude<Person, 'edgar'>, Title[]> = {
  ana: ['Dashboard', 'Mapa', 'Asig. Orden(B)', 'Imagenes', 'Permiso Usuario', 'Clientes', 'Salir'],
  luis: ['Dashboard', 'Mapa', 'Asig. Orden(B)', 'Salir'],
  rosa: ['Imagenes', 'Clientes', 'Salir'],
};

async function expectMenu(page: Page, titles: readonly Title[]): Promise<void> {
  const links = shell.menu(page).getByRole('link');
  await expect(links).toHaveText([...titles]);
  for (const title of titles) {
    const link = links.filter({ hasText: title });
    await expect(link).toHaveAttribute('href', ENTRIES[title]);
    await expect(link.locator('svg')).toBeVisible();
  }
}

for (const who of ['ana', 'luis', 'rosa'] as const)
  test(`S22 S23: the menu of ${who}: ${WHOSE[who].join(', ')}`, async ({ page }) => {
    await signIn(page, who);
    await expectMenu(page, WHOSE[who]);
  });

test('S23: one of several modules is enough, and unknown codes change nothing', async ({ page, app }) => {
  const codes = ['X99', 'D06', 'G01', 'salir'];
  app.faults.fail('auth/credentials', {
    kind: 'body',
    body: {
      token: 'any',
      id: 'u-1',
      user: 'Prueba Uno',
      username: 'ana.torres',
      charge: 'N',
      officeId: { id: 'LIMA', name: 'Lima' },
      ruc: '20100000001',
      permissionsList: codes.map((module) => ({ module })),
    },
  });
  await page.goto('/auth/login');
  await submitLogin(page, 'ana');
  await expect(shell.sidebar(page).getByText('Prueba Uno')).toBeVisible();
  await expectMenu(page, ['Dashboard', 'Permiso Usuario', 'Salir']);
});

test('S23: Salir in the menu signs out', async ({ page }) => {
  await signIn(page, 'rosa');
  await shell.menu(page).getByRole('link', { name: 'Salir' }).click();
  await expect(page).toHaveURL('/auth/login');
  await page.goto('/images');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('S22: every entry opens its section and marks the current one', async ({ page }) => {
  await signIn(page, 'ana');
  for (const title of WHOSE.ana.slice(0, -1)) {
    const link = shell.menu(page).getByRole('link', { name: title });
    await link.click();
    await expect(page).toHaveURL(ENTRIES[title]);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(shell.menu(page).locator('[aria-current]')).toHaveCount(1);
  }
});

test('S24: the first path segment titles the top bar and the document', async ({ page }) => {
  const heading = page.getByRole('banner').getByRole('heading', { level: 1 });
  await signIn(page, 'ana');
  for (const title of WHOSE.ana.slice(0, -1)) {
    await page.goto(ENTRIES[title]);
    await expect(heading).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Despacho`);
  }
});

test('S24: the page of one client has the title of its section', async ({ page }) => {
  await signIn(page, 'ana');
  await shell.menu(page).getByRole('link', { name: 'Clientes' }).click();
  await page.getByRole('table', { name: 'Clientes' }).locator('tbody a').first().click();
  await expect(page).toHaveURL(/\/clients\/.+/);
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('Clientes');
  await expect(page).toHaveTitle('Clientes · Despacho');
});
