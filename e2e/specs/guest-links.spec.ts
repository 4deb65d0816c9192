import { CourierCalls } from '../support/courier-calls.ts';
import { today } from '../support/desk.ts';
import { prepare } from '../support/street.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from '../support/test.ts';

const GUEST = { locale: 'es-PE', timezoneId: 'America/Lima', reducedMotion: 'reduce' } as const;

test('G42: a dispatcher shares an order; a guest without an account sees photo and name but no amount, until it is revoked', async ({
  page,
  browser,
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  const { desk, orders, link, tag } = await prepare(page, 1, { collectDue: 123_450 });
  const courier = await CourierCalls.connect(app.url, await link());
  await courier.deliver();
  courier.end();
  const [order] = orders;
  const code = order?.code ?? '';
  const window = page.getByRole('dialog', { name: `Compartir la constancia de ${code}` });

  const address = await test.step('the dispatcher creates and copies a link', async () => {
    // One pane at a time, without the map.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/assing?todas=1&buscar=${tag}&ver=${order?.id}`);
    await page.getByRole('button', { name: 'Compartir', exact: true }).click();
    await expect(window).toContainText('Esta orden no tiene enlaces vigentes.');
    await window.getByRole('button', { name: 'Crear enlace' }).click();
    const shown = window.getByRole('textbox', { name: 'Dirección del enlace' });
    await expect(shown).toBeFocused();
    await window.getByRole('button', { name: 'Copiar enlace' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/\/c\/#[\w-]{54}$/);
    expect(await shown.inputValue()).toBe(copied);
    await expect(window).toContainText('Todavía no se abrió');
    await expectAccessibleInBothThemes(page, 'dialog[open]');
    return copied;
  });

  const stranger = await browser.newContext({ ...GUEST, viewport: { width: 390, height: 844 } });
  const guest = await stranger.newPage();
  const card = guest.getByRole('article', { name: `Orden ${code}` });
  const photo = card.getByRole('img', { name: 'Entrega' });
  const proof = guest.getByRole('heading', { name: 'Constancia de entrega' });

  await test.step('the guest sees photo and receiver, and nothing else', async () => {
    const asked: string[] = [];
    guest.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
    const opened = await guest.goto(address);
    expect(opened?.headers()).toMatchObject({
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    await expect(proof).toBeVisible();
    await expect(card.getByRole('heading', { name: 'Entregado' })).toBeVisible();
    await expect(card).toContainText(`Recibió${tag} 1`);
    await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
    const text = await guest.locator('body').innerText();
    for (const secret of ['1,234', '1234', '987', 'Prueba 1', 'Repartidor']) expect(text).not.toContain(secret);
    // No request contains the secret, and only those of a style sheet have a referrer.
    const secret = address.split('#')[1] ?? '';
    expect(asked.filter((each) => each.includes(secret) || !/ (?:\S*\.css)?$/.test(each))).toEqual([]);
    expect(asked.filter((each) => !each.startsWith(app.url))).toEqual([]);
    await expectAccessibleInBothThemes(guest);
  });

  await test.step('shows the photo enlarged, at each width and in print', async () => {
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
    await expect(photo).toBeVisible();
    await guest.emulateMedia({ media: 'screen' });
  });

  await test.step("the guest's cookies give no access to the desk", async () => {
    await guest.goto('/dashboard');
    await expect(guest).toHaveURL(/\/login/);
    await guest.goto(address);
    await expect(proof).toBeVisible();
  });

  await test.step('a revoked link shows the same as an invented one', async () => {
    await page.getByRole('button', { name: 'Cerrar la ventana' }).click();
    await page.getByRole('button', { name: 'Compartir', exact: true }).click();
    await window.getByText('Se abrió 2 veces').click();
    await expect(window.getByRole('list', { name: 'Aperturas' }).getByRole('listitem')).toHaveCount(2);
    await window.getByRole('button', { name: /^Anular el enlace/ }).click();
    await page.getByRole('button', { name: 'Anular enlace' }).click();
    await expect(window).toContainText('Esta orden no tiene enlaces vigentes.');
    await guest.getByRole('button', { name: 'Actualizar' }).click();
    const refused = guest.getByRole('heading', { name: 'Este enlace ya no sirve' });
    await expect(refused).toBeVisible();
    await expect(guest.getByText(/Pida uno nuevo a quien se lo envió/)).toBeVisible();
    await expect(guest.getByRole('img')).toHaveCount(0);
    const said = await guest.locator('main').innerText();
    await guest.goto('about:blank');
    await guest.goto(`/c/#${'A'.repeat(43)}`);
    await expect(refused).toBeVisible();
    expect(await guest.locator('main').innerText()).toBe(said);
    await expectAccessible(guest);
  });

  await test.step('the history of the order lists the share, the opening and the revocation', async () => {
    await page.getByRole('button', { name: 'Cerrar la ventana' }).click();
    const history = page.getByRole('list', { name: 'Historia' }).getByRole('listitem');
    await expect(history.filter({ hasText: 'Constancia compartida · Ana Torres' })).toContainText(/Vence el \d/);
    for (const what of ['Constancia abierta con el enlace', 'Enlace de la constancia anulado · Ana Torres'])
      await expect(history.filter({ hasText: what })).toHaveCount(1);
  });

  await test.step("a client's day, for another guest", async () => {
    const clients = (await (await page.request.get('/api/clients')).json()) as { id: string; name: string }[];
    // The first one is the client of imported files, and the page shows the first 500 orders of a day.
    const client = clients.at(-1);
    if (!client) throw new Error('no client');
    const made = await desk.makeOrders(tag, 2, { client: { id: client.id, name: client.name, phone: null } });
    const subject = { kind: 'client', clientId: client.id, day: today() };
    const { fragment } = await desk.send<{ fragment: string }>('guest-links', { subject, days: 30 });
    await guest.goto('about:blank');
    await guest.goto(`/c/#${fragment}`);
    await expect(guest.getByRole('heading', { name: `Entregas de ${client.name}` })).toBeVisible();
    for (const { code: each } of made)
      await expect(guest.getByRole('article', { name: `Orden ${each}` })).toBeVisible();
    await expect(guest.getByRole('list', { name: 'Resumen' })).toContainText('Por repartir');
    expect(await guest.locator('body').innerText()).not.toContain(tag);
    await expectAccessibleInBothThemes(guest);
  });
  await stranger.close();
});
