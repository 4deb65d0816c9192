import { writeFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { Desk, type NewCourier, type MadeOrder, uniqueTag } from './desk.ts';
import { PhoneLine } from './phone-line.ts';
import { startGateway } from './stack.ts';
import { type App, expect, openSession, test } from './test.ts';

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

const CAMERA_BYTES = 4_000_000;

/** EXIF with the orientation of a phone that is held upright: the picture is turned clockwise to be seen. */
const HELD_UPRIGHT = Buffer.from(
  ['ffe10022', '457869660000', '4d4d002a00000008', '0001', '0112000300000001', '00060000', '00000000'].join(''),
  'hex',
);

/**
 * @returns a file as a phone's camera makes it: many pixels, turned by its EXIF data, and 4 MB with the video that some
 * append to it. Seen upright, it is 1,500 pixels wide and red at the top.
 */
export async function fromCamera(page: Page, number: number): Promise<string> {
  const encoded = await page.evaluate((text) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2000, 1500];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#285a30';
    context.fillRect(0, 0, 2000, 1500);
    context.fillStyle = '#f00';
    context.fillRect(0, 0, 200, 1500);
    context.fillStyle = '#fff';
    context.font = '700px sans-serif';
    context.fillText(text, 300, 900);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  }, String(number));
  const jpeg = Buffer.from(encoded, 'base64');
  const file = test.info().outputPath(`IMG_${number}.jpg`);
  const start = jpeg.subarray(0, 2);
  const end = Buffer.alloc(CAMERA_BYTES - jpeg.length - HELD_UPRIGHT.length);
  await writeFile(file, Buffer.concat([start, HELD_UPRIGHT, jpeg.subarray(2), end]));
  return file;
}

/** A courier's phone with its own mobile connection. */
export class Street {
  page: Page;
  readonly line: PhoneLine;
  readonly url: string;
  readonly gatewayUrl: string;
  readonly #context: BrowserContext;
  readonly #end: () => Promise<void>;

  private constructor(page: Page, line: PhoneLine, url: string, gatewayUrl: string, end: () => Promise<void>) {
    this.page = page;
    this.url = url;
    this.gatewayUrl = gatewayUrl;
    this.#context = page.context();
    this.line = line;
    this.#end = end;
  }

  /** @param settings added to the environment of its gateway. @param time of the phone's clock, if it is moved. */
  static async open(browser: Browser, app: App, settings: NodeJS.ProcessEnv = {}, time?: number): Promise<Street> {
    const line = new PhoneLine();
    const port = await line.open();
    const url = `http://localhost:${port}`;
    const gateway = await startGateway(app.backend.url, app.backend.secrets, {
      PUBLIC_ORIGIN: url,
      ...settings,
    });
    line.leadTo(Number(new URL(gateway.url).port));
    const context = await browser.newContext({ ...PHONE, baseURL: url });
    if (time !== undefined) await context.clock.install({ time });
    return new Street(await context.newPage(), line, url, gateway.url, async () => {
      await context.close();
      await line.close();
      await gateway.service.stop();
    });
  }

  /** Opens a phone that stays online, on the gateway of the office. @param time as in `open`. */
  static async openOnline(browser: Browser, { gateway }: App, time?: number): Promise<Street> {
    const context = await browser.newContext({ ...PHONE, baseURL: gateway.url });
    if (time !== undefined) await context.clock.install({ time });
    return new Street(await context.newPage(), new PhoneLine(), gateway.url, gateway.url, () => context.close());
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

  /** Opens «Entregar» of an order. */
  async openForm(number: number): Promise<void> {
    await this.stops
      .filter({ hasText: new RegExp(`Mz\\. P Lt\\. ${number}(?!\\d)`) })
      .getByRole('link')
      .tap();
    await this.page.getByRole('button', { name: 'Entregar' }).tap();
  }

  /** The input of the camera. */
  get camera() {
    return this.page.locator('input[type=file]').first();
  }

  /** Delivers an order, with a photo of the camera. */
  async deliver(number: number): Promise<void> {
    await this.openForm(number);
    await this.camera.setInputFiles(await fromCamera(this.page, number));
    await expect(this.page.getByRole('button', { name: /^Ver foto 1/ })).toBeVisible();
    await this.page.getByRole('button', { name: /^La misma persona/ }).tap();
    await this.page.getByRole('button', { name: 'Confirmar entrega' }).tap();
    await expect(this.page.getByRole('heading', { name: 'Mi ruta' })).toBeVisible();
  }

  /** The browser's tools for the page, or for another page that is opened when this one is closed. */
  async devtools(): Promise<CDPSession> {
    if (this.page.isClosed()) this.page = await this.#context.newPage();
    return this.#context.newCDPSession(this.page);
  }

  /** As when Android takes the memory of a page in the background. */
  async kill(): Promise<void> {
    const crashed = this.page.waitForEvent('crash');
    const devtools = await this.devtools();
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
    // Confirmed input is stored before its form closes.
    await expect(this.page.getByRole('heading', { name: 'Mi ruta' })).toBeVisible();
    // Twelve photos on a slow line.
    await expect(this.page.getByRole('link', { name: /por enviar/ })).toBeHidden({ timeout: 60_000 });
  }

  end(): Promise<void> {
    return this.#end();
  }
}

export interface Link {
  fragment: string;
  code: string;
}

interface Morning {
  desk: Desk;
  tag: string;
  courier: NewCourier;
  orders: MadeOrder[];
  link: () => Promise<Link>;
}

/** A courier with orders for today. @param more fields of the orders. */
export async function prepare(page: Page, count: number, more: object = {}): Promise<Morning> {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, count, more);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  await desk.assign(orders, courier.id);
  return { desk, tag, courier, orders, link: () => desk.send<Link>(`couriers/${courier.id}/link`, undefined) };
}

/** @returns the order as the office has it: its state, how often it was closed, and its photos. */
export async function outcomeOf(desk: Desk, { id }: MadeOrder): Promise<[state: string, photos: number]> {
  const [{ state }, photos] = await Promise.all([
    desk.order(id),
    desk.read<{ kind: string }[]>(`orders/${id}/evidence`),
  ]);
  return [state, photos.length];
}
