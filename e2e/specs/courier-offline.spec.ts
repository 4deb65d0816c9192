import { writeFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, type Page } from '@playwright/test';
import { Desk, type MadeCourier, type MadeOrder, openDesk, rows, uniqueTag } from '../support/desk.ts';
import { PhoneLine } from '../support/phone-line.ts';
import { startGateway } from '../support/stack.ts';
import { type App, expect, signIn, test } from '../support/test.ts';

/** A cheap Android phone, on the street. */
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  locale: 'es-PE',
  timezoneId: 'America/Lima',
  geolocation: { latitude: -12.0653, longitude: -77.0497, accuracy: 8 },
  permissions: ['geolocation'],
};

/** A mobile network at the edge of a district. */
const SLOW = 50_000;

const CAMERA_BYTES = 4_000_000;

/** @returns a file as a phone's camera makes it: many pixels, and 4 MB with the video that some append to it. */
async function fromCamera(page: Page, number: number): Promise<string> {
  const encoded = await page.evaluate((text) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2000, 1500];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#285a30';
    context.fillRect(0, 0, 2000, 1500);
    context.fillStyle = '#fff';
    context.font = '700px sans-serif';
    context.fillText(text, 200, 900);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  }, String(number));
  const jpeg = Buffer.from(encoded, 'base64');
  const file = test.info().outputPath(`IMG_${number}.jpg`);
  await writeFile(file, Buffer.concat([jpeg, Buffer.alloc(CAMERA_BYTES - jpeg.length)]));
  return file;
}

/** A courier's phone with its own mobile connection. */
class Street {
  page: Page;
  readonly line: PhoneLine;
  readonly #context: BrowserContext;
  readonly #end: () => Promise<void>;

  private constructor(page: Page, line: PhoneLine, end: () => Promise<void>) {
    this.page = page;
    this.#context = page.context();
    this.line = line;
    this.#end = end;
  }

  static async open(browser: Browser, app: App): Promise<Street> {
    const line = new PhoneLine();
    const port = await line.open();
    const url = `http://localhost:${port}`;
    const gateway = await startGateway(app.backend.url, app.backend.secrets, { PUBLIC_ORIGIN: url });
    line.leadTo(Number(new URL(gateway.url).port));
    const context = await browser.newContext({ ...PHONE, baseURL: url });
    return new Street(await context.newPage(), line, async () => {
      await context.close();
      await line.close();
      await gateway.service.stop();
    });
  }

  /** Opens the office's link and enters its code. */
  async connect({ fragment, code }: { fragment: string; code: string }): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(`/r/#${fragment}`);
    await this.page.getByRole('textbox', { name: 'Código de cuatro cifras' }).fill(code);
    await this.page.getByRole('button', { name: 'Conectar este teléfono' }).tap();
    await this.page.getByRole('button', { name: 'Entendido, continuar' }).tap();
    await expect(this.page.getByRole('heading', { name: 'Mi ruta' })).toBeVisible();
    // The page's files are on the phone.
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
  }

  get stops() {
    return this.page.getByRole('list', { name: 'Paradas de hoy' }).getByRole('listitem');
  }

  /** Delivers an order, with a photo of the camera. */
  async deliver(number: number): Promise<void> {
    await this.stops
      .filter({ hasText: new RegExp(`Av\\. de Prueba ${number}(?!\\d)`) })
      .getByRole('link')
      .tap();
    await this.page.getByRole('button', { name: 'Entregar' }).tap();
    await this.page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await fromCamera(this.page, number));
    await expect(this.page.getByRole('button', { name: /^Ver foto 1/ })).toBeVisible();
    await this.page.getByRole('button', { name: /^La misma persona/ }).tap();
    await this.page.getByRole('button', { name: 'Confirmar entrega' }).tap();
    await expect(this.page.getByRole('heading', { name: 'Mi ruta' })).toBeVisible();
  }

  /** As when Android takes the memory of a page in the background. */
  async kill(): Promise<void> {
    const crashed = this.page.waitForEvent('crash');
    const devtools = await this.#context.newCDPSession(this.page);
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.page.close();
    this.page = await this.#context.newPage();
    await this.page.goto('/r/');
  }

  /** The signal is back, and the browser says so. @param speed as in `PhoneLine.restore`. */
  async restore(speed?: number): Promise<void> {
    this.line.restore(speed);
    await this.page.evaluate(() => dispatchEvent(new Event('online')));
  }

  /** Waits until the office has everything. */
  async expectSent(): Promise<void> {
    // Twelve photos on a slow line.
    await expect(this.page.getByRole('link', { name: /por enviar/ })).toBeHidden({ timeout: 60_000 });
  }

  end(): Promise<void> {
    return this.#end();
  }
}

interface Link {
  fragment: string;
  code: string;
}

interface Morning {
  desk: Desk;
  tag: string;
  courier: MadeCourier;
  orders: MadeOrder[];
  link: () => Promise<Link>;
}

interface Review {
  why: string;
  courier: { id: string };
  order: { id: string };
  photos: unknown[];
}

/** A courier with orders for today. */
async function prepare(page: Page, count: number): Promise<Morning> {
  await signIn(page, 'ana', '/sesiones');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, count);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  await desk.assign(orders, courier.id);
  return { desk, tag, courier, orders, link: () => desk.send<Link>(`couriers/${courier.id}/link`, undefined) };
}

/** @returns the order as the office has it: its state, how often it was closed, and its photos. */
async function outcomeOf(desk: Desk, { id }: MadeOrder): Promise<[state: string, photos: number]> {
  const [{ state }, photos] = await Promise.all([
    desk.order(id),
    desk.read<{ kind: string }[]>(`orders/${id}/evidence`),
  ]);
  return [state, photos.length];
}

test('G41: delivers twelve stops through a lost signal and a killed tab, once each', async ({ page, browser, app }) => {
  // Twelve deliveries, as a courier makes them, take a minute on a quiet machine.
  test.slow();
  const { desk, tag, orders, link } = await prepare(page, 12);
  const street = await Street.open(browser, app);
  await street.connect(await link());
  await expect(street.stops).toHaveCount(12);
  for (let number = 1; number <= 3; number += 1) await street.deliver(number);
  street.line.cut();
  for (let number = 4; number <= 7; number += 1) await street.deliver(number);
  await street.kill();
  await expect(street.page.getByText('7 de 12')).toBeVisible();
  await expect(street.stops).toHaveCount(5);
  for (let number = 8; number <= 12; number += 1) await street.deliver(number);
  await expect(street.page.getByRole('link', { name: /por enviar/ })).toBeVisible();

  await street.restore(SLOW);
  await street.expectSent();
  await street.end();

  const outcomes = await Promise.all(orders.map((order) => outcomeOf(desk, order)));
  expect(outcomes).toEqual(orders.map(() => ['entregada', 1]));
  await openDesk(page, tag, 12);
  await expect(rows(page).filter({ hasText: 'Entregada' })).toHaveCount(12);
});

test('G41: keeps closings while the session is revoked and an order reassigned', async ({ page, browser, app }) => {
  const { desk, tag, courier, orders, link } = await prepare(page, 3);
  const [first, second, third] = orders;
  if (!first || !second || !third) throw new Error('no orders');
  const other = await desk.makeCourier(`${tag} Otra`);
  const street = await Street.open(browser, app);
  await street.connect(await link());
  await expect(street.stops).toHaveCount(3);
  street.line.cut();
  for (const number of [1, 2, 3]) await street.deliver(number);
  await desk.assign([second], other.id);
  await desk.send(`couriers/${courier.id}/disconnect`, undefined);

  await street.restore();
  await expect(street.page.getByRole('heading', { name: 'La conexión de este teléfono terminó' })).toBeVisible();
  await expect(street.page.getByText(/quedan 3 registros sin enviar/)).toBeVisible();
  expect((await desk.order(first.id)).state).toBe('asignada');

  await street.connect(await link());
  await street.expectSent();
  await expect.poll(() => outcomeOf(desk, third)).toEqual(['entregada', 1]);
  expect(await outcomeOf(desk, first)).toEqual(['entregada', 1]);
  expect((await desk.order(second.id)).state).toBe('asignada');
  const { reviews } = await desk.read<{ reviews: Review[] }>('reviews');
  const own = reviews.filter((each) => each.courier.id === courier.id);
  expect(own).toMatchObject([{ why: 'reasignada', order: { id: second.id } }]);
  expect(own[0]?.photos).toHaveLength(1);
  await street.end();
});
