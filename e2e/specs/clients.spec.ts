import { settled } from '../support/settled.ts';
import { expect, openSession, signIn, test } from '../support/test.ts';

test('S28: the list and a client use their documented calls', async ({ page, app }) => {
  await signIn(page, 'rosa', '/clients');
  await settled(page);
  await expect(page.getByRole('status').filter({ hasText: '300' })).toBeVisible();
  expect(app.calls(/\/legacy\/base\/clients\/$/)).toHaveLength(1);

  await page.getByRole('textbox', { name: 'Buscar cliente' }).fill('optica senor de los milagros e.i');
  const row = page.getByRole('link', { name: /Óptica Señor de los Milagros E\.I\.R\.L\./ });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(page).toHaveURL('/clients/5001');
  await settled(page);
  await expect(page.getByText('20657527735', { exact: true })).toBeVisible();
  await expect.poll(() => app.calls(/\/legacy\/base\/clients\/5001$/).length).toBe(1);

  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Buscar cliente' })).toHaveValue('optica senor de los milagros e.i');
  await expect(row).toHaveCount(1);
});

test('S32: unknown fields are shown, except those that look like secrets', async ({ page, app }) => {
  const secret = 'canary-5b1d';
  app.faults.fail(/\/clients\/77$/, {
    kind: 'body',
    body: {
      id: 77,
      razonSocial: 'Comercial Foránea S.A.C.',
      zonaReparto: 'Cono Norte',
      condiciones: { plazo: '30 días', moneda: 'PEN' },
      clave: secret,
      interno: { password: secret, token: secret },
    },
  });
  await openSession(page, 'rosa');
  const answered = page.waitForResponse('**/api/clients/77');
  await page.goto('/clients/77');
  const text = await (await answered).text();
  await settled(page);
  for (const shown of ['Comercial Foránea S.A.C.', 'Cono Norte', '30 días', 'PEN'])
    await expect(page.getByText(shown).first()).toBeVisible();
  expect(text).toContain('Cono Norte');
  expect(text).not.toContain(secret);
  expect(app.calls(/\/clients\/77$/)).toHaveLength(1);
});
