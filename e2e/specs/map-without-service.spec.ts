import { DOCUMENTED_HOSTS } from '../support/settings.ts';
import { expect, signIn, test } from '../support/test.ts';

test.use({ settings: DOCUMENTED_HOSTS });

test('without a dispatch service the map shows the territory and says why', async ({ page }) => {
  await signIn(page, 'luis', '/sesiones');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(orders|couriers)/.test(request.url())) asked.push(request.url());
  });
  await page.getByRole('navigation', { name: 'Secciones', exact: true }).getByRole('link', { name: 'Mapa' }).click();
  await expect(page.getByRole('main').getByText('este servidor no tiene ninguno configurado')).toBeVisible();
  await expect(page.getByRole('application', { name: 'Mapa de la oficina' })).toBeVisible();
  expect(asked).toEqual([]);
});
