import { type Page } from '@playwright/test';
import { WITH_MOTION } from '../support/motion.ts';
import { expect } from '../support/patience.ts';
import { signIn, test } from '../support/test.ts';

test.use(WITH_MOTION);

const side = (page: Page) => page.getByRole('group', { name: 'Panel lateral' });
const pressed = (page: Page) => side(page).getByRole('button', { pressed: true });

test('a smaller window hides panes that do not fit; a large one restores the choice', async ({ page }) => {
  await signIn(page, 'ana', '/assing');
  await expect(pressed(page)).toHaveText('Ambos');
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(pressed(page)).toHaveText('Repartidores');
  await page.getByRole('button', { name: 'Ocultar el panel lateral' }).click();
  await expect(side(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Mostrar el panel lateral' }).click();
  await expect(pressed(page)).toHaveText('Repartidores');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(pressed(page)).toHaveText('Ambos');
  await page.reload();
  await expect(pressed(page)).toHaveText('Ambos');

  await side(page).getByRole('button', { name: 'Mapa' }).click();
  await page.getByRole('button', { name: 'Ocultar el panel lateral' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Mostrar el panel lateral' })).toBeVisible();
  await expect(side(page)).toHaveCount(0);
});
