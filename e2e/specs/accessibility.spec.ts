import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '@despacho/tooling/root';
import { openScreen } from '../support/navigate.ts';
import { MANAGEMENT, type Screen, SCREENS } from '../support/screens.ts';
import { refuseCode, toSecondStep } from '../support/scenes/session-windows.ts';
import { checkScreen, expect, expectAccessibleInBothThemes, openSession, test } from '../support/test.ts';

/* Screens that no other spec opens. After each test, C1 is checked: no request leaves the origin. */

test('S26: the pages without a session pass axe on desktop and phone, light and dark', async ({ page }) => {
  await page.goto('/auth/login');
  await checkScreen(page, 'login');
  await page.goto(`/auth/password#${'a'.repeat(43)}`);
  await checkScreen(page, 'password');
  await page.goto(`/entrar/proveedor#${'a'.repeat(43)}`);
  await checkScreen(page, 'provider');
});

test('S26: the second step of a sign-in passes axe, and needs the keyboard alone', async ({ page, watched }) => {
  watched.expectConsole(/\/api\/auth\/(?:factor|session)/);
  const code = page.getByLabel('Código de 6 números');
  await page.setViewportSize({ width: 390, height: 760 });
  await toSecondStep(page);
  await expect(code).toBeFocused();
  await refuseCode(page);
  await expect(code).toBeFocused();
  await expectAccessibleInBothThemes(page);
  for (const name of ['Ingresar', 'No tengo mi celular']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Código de recuperación')).toBeFocused();
});

test('S26: the other screens pass axe on desktop and phone, light and dark', async ({ page }) => {
  test.slow();
  await openSession(page, 'ana');
  await openScreen(page, '/permissions?vista=personas');
  await checkScreen(page, 'people');
  await openScreen(page, '/records');
  await checkScreen(page, 'records');
  await openScreen(page, '/settings');
  await checkScreen(page, 'settings');
  await openScreen(page, '/clients/5001');
  await checkScreen(page, 'client');
  await openScreen(page, '/dashboard/informes');
  await checkScreen(page, 'informes');
  await openScreen(page, '/error/403');
  await checkScreen(page, 'forbidden');
});

test('S26: each screen of the router is checked by one spec', () => {
  const folder = `${ROOT}e2e/specs/`;
  const specs = readdirSync(folder).map((file) => readFileSync(folder + file, 'utf8'));
  const checked = specs.flatMap((text) => [...text.matchAll(/checkScreen\(page, '(\w+)'\)/g)].map(([, name]) => name));
  const screens: readonly Screen[] = [...SCREENS, ...MANAGEMENT];
  expect(checked.sort()).toEqual(screens.map(({ name }) => name).sort());

  const router = readFileSync(`${ROOT}apps/web/src/app/routes/routes.tsx`, 'utf8');
  // The logout redirects.
  const routed = [...router.matchAll(/import\('#features\/.*\/(\w+)Screen\.tsx'\)/g)].map(([, name]) => name);
  const known = screens.flatMap(({ component }) => component ?? []);
  expect(routed.filter((name) => name !== 'Logout').sort()).toEqual(known.sort());
});
