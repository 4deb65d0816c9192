import { settled } from '../support/settled.ts';
import { expect, signIn, test } from '../support/test.ts';

test('S26 S45: the matrix is edited and saved by keyboard', async ({ page, app }) => {
  await signIn(page, 'ana', '/permissions?oficina=TRUJILLO');
  await settled(page);
  const grid = page.getByRole('grid', { name: 'Permisos por usuario' });
  const cell = grid.getByRole('checkbox', { disabled: false }).first();
  await cell.focus();
  const was = await cell.isChecked();
  await page.keyboard.press('Space');
  await expect(cell).toBeChecked({ checked: !was });
  await page.keyboard.press('ArrowRight');
  await expect(cell).not.toBeFocused();
  await page.keyboard.press('Home');

  const saved = page.waitForResponse('**/api/permission/**');
  await page.keyboard.press('Control+s');
  expect((await saved).status()).toBe(200);
  await expect(page.getByLabel('Cambios sin guardar')).toHaveCount(0);
  expect(app.calls('/legacy/api/permission/')).toHaveLength(1);

  // Restore the permission for other tests.
  await cell.focus();
  await page.keyboard.press('Space');
  const again = page.waitForResponse('**/api/permission/**');
  await page.keyboard.press('Control+s');
  await again;
  await expect(cell).toBeChecked({ checked: was });
});
