import { writeFile } from 'node:fs/promises';
import { cameraVideo, labelPicture } from '@despacho/tooling/pictures/label-picture';
import { uniqueTag } from '../support/desk.ts';
import { prepare, Street } from '../support/street.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('reads labels with the camera, without a signal and without a detector of the browser', async ({
  page,
  app,
  playwright,
  launchOptions,
}) => {
  const { desk, courier, orders, link } = await prepare(page, 2);
  const guide = `T001-${uniqueTag()}`;
  const [ofGuide] = await desk.makeOrders(uniqueTag(), 1, { guide });
  const [first] = orders;
  if (!first || !ofGuide) throw new Error('no orders');
  await desk.assign([ofGuide], courier.id);

  const video = test.info().outputPath('camera.y4m');
  await writeFile(
    video,
    cameraVideo([labelPicture('qr', first.code), labelPicture('bar', guide), labelPicture('qr', 'OTRA-1')]),
  );
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });
  const street = await Street.openOnline(browser, app);
  const phone = street.page;
  await phone.context().grantPermissions(['camera', 'geolocation']);
  await street.connect(await link());
  expect(await phone.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false);

  await phone.getByRole('button', { name: 'Revisar la carga' }).tap();
  await phone.context().setOffline(true);
  await phone.getByRole('button', { name: 'Escanear con la cámara' }).tap();
  const dialog = phone.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Carga: falta 1, sobra 1');
  await expect(dialog).toContainText('Este paquete no es de su ruta, déjelo en la oficina: OTRA-1');
  await expectAccessible(phone);
  const stream = await dialog.locator('video').evaluateHandle((element) => {
    const { srcObject } = element as HTMLVideoElement;
    if (!(srcObject instanceof MediaStream)) throw new Error('no camera');
    return srcObject;
  });
  await dialog.getByRole('button', { name: 'Cerrar' }).tap();
  await expect.poll(() => stream.evaluate(({ active }) => active)).toBe(false);
  await expect(phone.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await street.end();
  await browser.close();
});
