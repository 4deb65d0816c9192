import { type Page } from '@playwright/test';
import { Desk, openDesk, rows, uniqueTag } from '../support/desk.ts';
import { fromCamera, prepare, Street } from '../support/street.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, openSession, test } from '../support/test.ts';

const GUEST = { locale: 'es-PE', timezoneId: 'America/Lima', reducedMotion: 'reduce' } as const;

/** Creates a link in the open share window. @returns its address. */
async function createLink(page: Page): Promise<string> {
  const window = page.getByRole('dialog', { name: /^Compartir la/ });
  await window.getByRole('button', { name: 'Crear enlace' }).click();
  const address = window.getByRole('textbox', { name: 'Dirección del enlace' });
  await expect(address).toBeFocused();
  await window.getByRole('button', { name: 'Copiar enlace' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/c\/#[\w-]{54}$/);
  expect(await address.inputValue()).toBe(copied);
  return copied;
}

test('G42: a dispatcher shares an order; a guest without an account sees photo and name but no amount, until it is revoked', async ({
  page,
  browser,
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  const { orders, link, tag } = await prepare(page, 1, { collectDue: 123_450 });
  const street = await Street.open(browser, app);
  await street.connect(await link());
  await street.openForm(1);
  await street.camera.setInputFiles(await fromCamera(street.page, 1));
  await street.page.getByRole('button', { name: 'Efectivo' }).tap();
  await street.page.getByRole('button', { name: /^La misma persona/ }).tap();
  await street.page.getByRole('button', { name: 'Confirmar entrega' }).tap();
  await street.expectSent();
  await street.end();
  const code = orders[0]?.code ?? '';

  await openDesk(page, tag, 1);
  await rows(page).first().getByText(code).click();
  await page.getByRole('button', { name: 'Compartir', exact: true }).click();
  const window = page.getByRole('dialog', { name: `Compartir la constancia de ${code}` });
  await expect(window).toContainText('Esta orden no tiene enlaces vigentes.');
  const address = await createLink(page);
  await expect(window).toContainText('Todavía no se abrió');
  await expectAccessibleInBothThemes(page, 'dialog[open]');

  const stranger = await browser.newContext({ ...GUEST, viewport: { width: 390, height: 844 } });
  const guest = await stranger.newPage();
  const asked: string[] = [];
  guest.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  const opened = await guest.goto(address);
  expect(opened?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
  });
  await expect(guest.getByRole('heading', { name: 'Constancia de entrega' })).toBeVisible();
  const card = guest.getByRole('article', { name: `Orden ${code}` });
  await expect(card.getByRole('heading', { name: 'Entregado' })).toBeVisible();
  await expect(card).toContainText(`Recibió${tag} 1`);
  await expect(card.getByRole('img', { name: 'Entrega' })).not.toHaveJSProperty('naturalWidth', 0);
  const text = await guest.locator('body').innerText();
  for (const secret of ['1,234', '1234', '987', 'Prueba 1', 'Repartidor']) expect(text).not.toContain(secret);
  // No request names the secret, and none but those of a style sheet say where they come from.
  const secret = address.split('#')[1] ?? '';
  expect(asked.filter((each) => each.includes(secret) || !/ (?:\S*\.css)?$/.test(each))).toEqual([]);
  expect(asked.filter((each) => !each.startsWith(app.url))).toEqual([]);
  await expectAccessibleInBothThemes(guest);

  await card.getByRole('button', { name: `Ampliar: Entrega de ${code}` }).click();
  const enlarged = guest.getByRole('dialog', { name: `Entrega de ${code}` });
  await expect(enlarged.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0);
  await expectAccessible(guest, 'dialog[open]');
  await guest.keyboard.press('Escape');
  await expect(enlarged).toHaveCount(0);
  for (const width of [390, 412, 1440]) {
    await guest.setViewportSize({ width, height: 900 });
    expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await guest.emulateMedia({ media: 'print' });
  await expect(guest.getByRole('button', { name: 'Imprimir' })).toBeHidden();
  await expect(card.getByRole('img', { name: 'Entrega' })).toBeVisible();
  await guest.emulateMedia({ media: 'screen' });

  // The guest's cookies are nothing to the desk.
  await guest.goto('/dashboard');
  await expect(guest).toHaveURL(/\/login/);
  await guest.goto(address);
  await expect(guest.getByRole('heading', { name: 'Constancia de entrega' })).toBeVisible();

  await page.getByRole('button', { name: 'Cerrar la ventana' }).click();
  await page.getByRole('button', { name: 'Compartir', exact: true }).click();
  await window.getByText('Se abrió 2 veces').click();
  await expect(window.getByRole('list', { name: 'Aperturas' }).getByRole('listitem')).toHaveCount(2);
  await window.getByRole('button', { name: /^Anular el enlace/ }).click();
  await page.getByRole('button', { name: 'Anular enlace' }).click();
  await expect(window).toContainText('Esta orden no tiene enlaces vigentes.');
  await guest.getByRole('button', { name: 'Actualizar' }).click();
  await expect(guest.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar la ventana' }).click();
  const history = page.getByRole('list', { name: 'Historia' }).getByRole('listitem');
  await expect(history.filter({ hasText: 'Constancia compartida · Ana Torres' })).toContainText(/Vence el \d/);
  for (const what of ['Constancia abierta con el enlace', 'Enlace de la constancia anulado · Ana Torres'])
    await expect(history.filter({ hasText: what })).toHaveCount(1);
  await expect(guest.getByText(/Pida uno nuevo a quien se lo envió/)).toBeVisible();
  await expect(guest.getByRole('img')).toHaveCount(0);
  const said = await guest.locator('main').innerText();
  // The same for a guess, and for an address that was cut.
  for (const wrong of [`#${'A'.repeat(43)}`, '#abc', '']) {
    await guest.goto('about:blank');
    await guest.goto(`/c/${wrong}`);
    await expect(guest.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
    expect(await guest.locator('main').innerText()).toBe(said);
  }
  await expectAccessible(guest);
  await stranger.close();
});

test('G42: Imagenes shares a client’s day, and the page is never embedded', async ({ page, browser, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const clients = await page.request.get('/api/clients');
  // The first one is the client of imported files, and the page shows the first 500 orders of a day.
  const client = ((await clients.json()) as { id: string; name: string }[]).at(-1);
  if (!client) throw new Error('no client');
  const tag = uniqueTag();
  const made = await desk.makeOrders(tag, 2, { client: { id: client.id, name: client.name, phone: null } });
  await page.goto('/images');
  await page.getByRole('button', { name: 'Compartir', exact: true }).click();
  const window = page.getByRole('dialog', { name: 'Compartir las constancias de un cliente' });
  await expect(window.getByRole('button', { name: 'Crear enlace' })).toBeDisabled();
  await window.getByRole('combobox', { name: 'Cliente' }).selectOption({ label: client.name });
  await window.getByRole('combobox', { name: 'Sirve durante' }).selectOption({ label: '30 días' });
  const address = await createLink(page);
  await expect(window.getByRole('listitem').first()).toContainText(client.name);
  await expectAccessible(page, 'dialog[open]');

  const guest = await (await browser.newContext({ ...GUEST, baseURL: app.url })).newPage();
  await guest.goto(address);
  await expect(guest.getByRole('heading', { name: `Entregas de ${client.name}` })).toBeVisible();
  for (const { code } of made) await expect(guest.getByRole('article', { name: `Orden ${code}` })).toBeVisible();
  await expect(guest.getByRole('list', { name: 'Resumen' })).toContainText('Por repartir');
  expect(await guest.locator('body').innerText()).not.toContain(tag);
  await expectAccessibleInBothThemes(guest);
  // A frame of another page stays empty.
  const frame = await browser.newContext(GUEST);
  const outside = await frame.newPage();
  await outside.setContent(`<iframe src="${app.url}/c/"></iframe>`);
  await expect
    .poll(async () =>
      outside
        .frames()[1]
        ?.evaluate(() => document.body.innerText)
        .catch(() => 'blocked'),
    )
    .not.toContain('enlace');
  await frame.close();
});
