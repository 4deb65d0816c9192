import { expectAccessible } from '../support/axe.ts';
import { settled } from '../support/settled.ts';
import { expect, signIn, test } from '../support/test.ts';

/** Of this spec alone: the backend is shared by the whole run. */
const [FIRST, SECOND] = ['Zulema Prueba Uno', 'Zulema Prueba Dos'];

test('S26: charge S creates two people from a pasted list, edits one and takes her access away', async ({
  page,
  browser,
  app,
}) => {
  await signIn(page, 'ana', '/permissions?oficina=TRUJILLO&vista=personas');
  await settled(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Varias personas' }).click();
  await page.getByLabel('Pegue la lista').fill(`Nombre\tPerfil\n${FIRST}\tDespachador\n${SECOND}\tGerente\n`);
  await page.getByRole('button', { name: 'Revisar la lista' }).click();
  await expect(page.getByText('1 persona · 1 fila por corregir')).toBeVisible();
  await expectAccessible(page, 'dialog');
  await page.getByRole('button', { name: 'Seleccionar otro archivo' }).click();
  await page.getByLabel('Pegue la lista').fill(`Nombre\tPerfil\n${FIRST}\tDespachador\n${SECOND}\tCaja\n`);
  await page.getByRole('button', { name: 'Revisar la lista' }).click();
  await page.getByRole('button', { name: 'Crear 2 personas' }).click();
  const shown = page.getByRole('region', { name: 'Contraseñas temporales' });
  const row = shown.getByRole('row', { name: new RegExp(FIRST) });
  await expect(row).toBeVisible();
  const [username = '', password = ''] = (await row.locator('code').allTextContents()).slice(1);
  expect(password).toMatch(/^[a-z2-9-]{19}$/);
  await page.getByRole('button', { name: 'Listo' }).click();
  await expect(shown).toHaveCount(0);

  // The password is temporary: it proves who she is, and lets her in after she has chosen another one.
  const hers = await browser.newContext({ baseURL: app.url });
  const herPage = await hers.newPage();
  const tryPassword = async (): Promise<number> => {
    const probe = await herPage.request.get('/api/auth/session');
    const token = (await hers.cookies(probe.url())).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const answer = await herPage.request.post('/api/auth/login', {
      headers: { origin: new URL(probe.url()).origin, 'x-xsrf-token': decodeURIComponent(token) },
      data: { sucursal: 'TRUJILLO', username, password },
    });
    return answer.status();
  };
  expect(await tryPassword()).not.toBe(401);

  await page.getByRole('textbox', { name: 'Buscar usuario' }).fill('zulema uno');
  await page.getByRole('button', { name: `Editar a ${FIRST}` }).click();
  await expectAccessible(page, 'dialog');
  await page.getByLabel('Nombre y apellidos').fill('Zulema Prueba Tres');
  await page.getByRole('button', { name: 'Aplicar el perfil Caja' }).click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Buscar usuario' }).fill('zulema tres');
  await page.getByRole('button', { name: 'Desactivar a Zulema Prueba Tres' }).click();
  await page.getByRole('button', { name: 'Desactivar', exact: true }).click();
  await expect(page.getByText('Nadie coincide con «zulema tres»')).toBeVisible();
  expect(await tryPassword()).toBe(401);
  await hers.close();

  await page.getByRole('button', { name: /^Desactivadas/ }).click();
  await expect(page.getByRole('button', { name: 'Activar a Zulema Prueba Tres' })).toBeVisible();
});
