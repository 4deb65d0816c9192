import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { ROOT } from '@despacho/tooling/root';
import { FaultProxy } from '../support/fault-proxy.ts';
import { expectSamePage, markPage } from '../support/outages.ts';
import { startGateway } from '../support/stack.ts';
import { fromCamera, outcomeOf, prepare, Street } from '../support/street.ts';
import { expect, test } from '../support/test.ts';

/** Copies the build and changes its courier's page, as a new release does. @returns the folder of the copy. */
async function makeRelease(): Promise<string> {
  const apps = `${test.info().outputPath('release')}/`;
  for (const folder of ['bff/dist', 'web/dist']) await cp(`${ROOT}apps/${folder}`, apps + folder, { recursive: true });
  const change = async (file: string, from: string | RegExp, to: string): Promise<void> => {
    const path = `${apps}web/dist/${file}`;
    const before = await readFile(path, 'utf8');
    const after = before.replaceAll(from, to);
    expect(after, file).not.toBe(before);
    await writeFile(path, after);
    await Promise.all(['.br', '.gz'].map((ending) => rm(path + ending, { force: true })));
  };
  await change('courier.html', '<html ', '<html data-release="next" ');
  await change('r/sw.js', /(version:.)[0-9a-f]{12}/g, '$1ffffffffffff');
  return apps;
}

test('keeps an open form and the queue while a new version takes over, and sends from its worker', async ({
  page,
  browser,
  app,
}) => {
  const { desk, orders, link } = await prepare(page, 2);
  const street = await Street.open(browser, app);
  await street.connect(await link());
  street.line.cut();
  await street.deliver(1);
  await street.openForm(2);
  await street.page.getByLabel('Nombre de quien recibe').fill('Rosa Huamán');
  await markPage(street.page);

  // The new release cannot reach its service yet, so that the queue stays.
  const service = new FaultProxy(app.backend.url);
  await service.start();
  const { secrets } = app.backend;
  const gateway = await startGateway(service.url, secrets, { PUBLIC_ORIGIN: street.url }, await makeRelease());
  await service.stop();
  street.line.leadTo(Number(new URL(gateway.url).port));
  street.line.restore();
  const hasNext = () =>
    street.page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration(location.href))?.waiting));
  await street.page.evaluate(async () => (await navigator.serviceWorker.getRegistration(location.href))?.update());
  await expect.poll(hasNext).toBe(true);
  await expectSamePage(street.page);

  const tools = await street.devtools();
  const registration = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${street.url}/r/`);
      if (found) resolve(found.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  const event = { origin: street.url, registrationId: await registration, tag: 'send', lastChance: false };
  // The previous worker is waiting for an answer, which would time out only after 15 s.
  street.line.restore(1);
  await tools.send('ServiceWorker.dispatchSyncEvent', event);
  await street.page.goBack();
  await expect(street.page.locator('html[data-release="next"]')).toHaveCount(1, { timeout: 10_000 });
  street.line.restore();
  await expect(street.page.getByRole('link', { name: '1 entrega y 1 foto por enviar' })).toBeVisible();
  await street.page.getByRole('button', { name: 'Entregar' }).tap();
  await expect(street.page.getByLabel('Nombre de quien recibe')).toHaveValue('Rosa Huamán');

  await street.page.close();
  await service.start();
  const devtools = await street.devtools();
  await devtools.send('ServiceWorker.enable');
  await expect
    .poll(async () => {
      // Again, as the browser does it if the gateway has not noticed yet that the service is back.
      await devtools.send('ServiceWorker.dispatchSyncEvent', event);
      return Promise.all(orders.map((order) => outcomeOf(desk, order)));
    })
    .toEqual([
      ['entregada', 1],
      ['asignada', 0],
    ]);
  await street.end();
  await gateway.service.stop();
  await service.stop();
});

test('stores a camera file upright, and names an unreadable one', async ({ page, browser, app }) => {
  const { desk, orders, link } = await prepare(page, 1);
  const street = await Street.open(browser, app);
  await street.connect(await link());
  await street.openForm(1);
  const heic = Buffer.from('00000018667479706865696300000000686569636d696631', 'hex');
  await street.camera.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic });
  await expect(street.page.getByText('Este teléfono no puede leer esa foto.')).toBeVisible();
  await street.camera.setInputFiles(await fromCamera(street.page, 1));
  await expect(street.page.getByRole('button', { name: /^Ver foto 1/ })).toBeVisible();
  await street.page.getByRole('button', { name: /^La misma persona/ }).tap();
  await street.page.getByRole('button', { name: 'Confirmar entrega' }).tap();
  await street.expectSent();
  await street.end();

  const [order] = orders;
  if (!order) throw new Error('no order');
  await expect.poll(() => outcomeOf(desk, order)).toEqual(['entregada', 1]);
  const [photo] = await desk.read<{ id: string; width: number; height: number }[]>(`orders/${order.id}/evidence`);
  expect(photo).toMatchObject({ width: 1200, height: 1600 });
  await page.goto('/sesiones');
  const top = await page.evaluate(
    async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return context ? [...context.getImageData(bitmap.width / 2, 20, 1, 1).data] : [];
    },
    `/api/evidence/${photo?.id ?? ''}/file?officeId=LIMA`,
  );
  expect(top[0]).toBeGreaterThan(200);
  expect(top[1]).toBeLessThan(60);
});
