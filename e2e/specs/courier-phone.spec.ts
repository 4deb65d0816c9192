import { Desk, openDesk, uniqueTag } from '../support/desk.ts';
import { expect, expectAccessibleInBothThemes, openSession, test } from '../support/test.ts';

/** A cheap Android phone. */
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};

test('G41: connects a phone by a link of the desk, and disconnects it from there', async ({
  page,
  browser,
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 2);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  await desk.assign(orders, courier.id);
  await openDesk(page, tag, 2);
  await page.getByRole('button', { name: 'Administrar repartidores', exact: true }).click();
  const office = page.getByRole('dialog');
  await office
    .getByRole('searchbox', { name: 'Buscar repartidor' })
    .or(office.getByLabel('Buscar repartidor'))
    .first()
    .fill(courier.name);
  await office.getByRole('button', { name: `Teléfono de ${courier.name}`, exact: true }).click();
  await expect(office).toContainText('No tiene ningún teléfono conectado.');
  await office.getByRole('button', { name: 'Conectar su teléfono', exact: true }).click();
  await expect(office.getByRole('img', { name: /^Código QR/ })).toBeVisible();
  const code = (await office.getByLabel(/^Código \d/).innerText()).trim();
  await office.getByRole('button', { name: 'Copiar enlace', exact: true }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/r\/#[\w-]{43}$/);

  const phone = await (await browser.newContext({ ...PHONE, locale: 'es-PE', timezoneId: 'America/Lima' })).newPage();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: `Este será el teléfono de ${courier.name}` })).toBeVisible();
  await expect(phone).toHaveURL(({ hash }) => hash === '');
  await phone.getByRole('textbox', { name: 'Código de cuatro cifras' }).fill(code);
  await expectAccessibleInBothThemes(phone);
  await phone.getByRole('button', { name: 'Conectar este teléfono' }).tap();
  await expect(phone.getByRole('heading', { name: 'Antes de empezar' })).toBeVisible();
  await phone.getByRole('button', { name: 'Entendido, continuar' }).tap();
  const stops = phone.getByRole('list', { name: 'Paradas de hoy' }).getByRole('listitem');
  await expect(stops).toHaveCount(2);
  await expect(stops.first()).toContainText('Mz. P Lt. 1');
  await expectAccessibleInBothThemes(phone);
  await stops.first().getByRole('link').tap();
  await expect(phone.getByRole('heading', { name: 'Parada 1 de 2' })).toBeVisible();
  await expectAccessibleInBothThemes(phone);
  await phone.getByRole('button', { name: 'Entregar' }).tap();
  await phone.getByRole('button', { name: 'Confirmar entrega' }).tap();
  await expect(phone.getByText('Diga quién recibe', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(phone);
  await phone.goBack();
  await phone.goBack();
  await expect(phone.getByRole('heading', { name: 'Mi ruta' })).toBeVisible();
  await expect(office).toContainText(`${courier.name} ya puede ver su ruta.`);
  await expect(office).toContainText('Chrome en Android');

  await office.getByRole('button', { name: 'Desconectar', exact: true }).click();
  const question = page.getByRole('dialog', { name: `¿Desconectar el teléfono de ${courier.name}?` });
  await question.getByRole('button', { name: 'Desconectar', exact: true }).click();
  await expect(office).toContainText('No tiene ningún teléfono conectado.');
  await phone.getByRole('button', { name: 'Actualizar' }).tap();
  await expect(phone.getByRole('heading', { name: 'La conexión de este teléfono terminó' })).toBeVisible();
  await phone.context().close();
});
