import { type Locator, type Page } from '@playwright/test';
import { Desk, type MadeOrder, rows, uniqueTag } from '../support/desk.ts';
import { navigate } from '../support/navigate.ts';
import { openOrderForm } from '../support/order-form.ts';
import { expect, openSession, test } from '../support/test.ts';
import { dragByTouch, type Point } from '../support/touch.ts';

/** Low enough for the form to scroll, with the map only partly in view. */
test.use({ viewport: { width: 1440, height: 760 } });

interface PlacedOrder extends MadeOrder {
  place: { lat: number; lng: number; approximate: boolean };
}

/** From the corner of the pin's box to its tip, which marks the place. */
const TIP: Point = { x: 14, y: 34 };

/** From the corner of the pin's box to its head, where it is dragged. */
const HEAD: Point = { x: 14, y: 14 };

const form = (page: Page): Locator => page.getByRole('form', { name: 'Datos de la orden', exact: true });
const map = (page: Page): Locator => form(page).getByRole('application', { name: 'Ubicación de la entrega' });
const pin = (page: Page): Locator => map(page).getByRole('button', { name: 'Pin de la ubicación', exact: true });
const guess = (page: Page): Locator => form(page).getByText(/^Ubicación aproximada/);

const sum = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
const from = (a: Point, b: Point): Point => ({ x: b.x - a.x, y: b.y - a.y });

async function corner(of: Locator): Promise<Point> {
  const { x, y } = (await of.boundingBox()) ?? { x: Number.NaN, y: Number.NaN };
  return { x: Math.round(x), y: Math.round(y) };
}

/** Position of the tip on the map. */
const tip = async (page: Page): Promise<Point> => from(await corner(map(page)), sum(await corner(pin(page)), TIP));

/** Expects the pin this far from where it started. */
const expectMoved = (page: Page, start: Point, by: Point): Promise<void> =>
  expect.poll(async () => from(start, await corner(pin(page)))).toEqual(by);

/** Waits for the form of an order with only a district, and shows its map. */
async function expectForm(page: Page): Promise<void> {
  await expect(pin(page)).toBeVisible();
  await expect(guess(page)).toBeVisible();
  await map(page).evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
  });
}

/** Scrolls the form until its edge covers the lower end of the map. */
async function hideLowerEnd(page: Page): Promise<void> {
  const hidden = await map(page).evaluate((element) => {
    let panel = element.parentElement;
    while (panel && getComputedStyle(panel).overflowY !== 'auto') panel = panel.parentElement;
    if (!panel) return 0;
    panel.scrollTop += element.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom - 60;
    return element.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom;
  });
  expect(Math.round(hidden)).toBe(60);
}

/** Waits for the next drawn frame. */
const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            drawn();
          });
        });
      }),
  );

async function drag(page: Page, by: Point): Promise<void> {
  const start = sum(await corner(pin(page)), HEAD);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + by.x / 2, start.y + by.y / 2);
  await page.mouse.move(start.x + by.x, start.y + by.y);
  await page.mouse.up();
}

/** Saves, and expects that the sent place is the stored place. */
async function save(page: Page, desk: Desk, id: string): Promise<{ lat: number; lng: number }> {
  const sending = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes(id));
  await form(page).getByRole('button', { name: 'Guardar cambios', exact: true }).click();
  const { changes } = (await sending).postDataJSON() as { changes: { place: { point: { lat: number; lng: number } } } };
  await expect(form(page)).toHaveCount(0);
  const { point } = changes.place;
  expect(await desk.order(id)).toMatchObject({ place: { ...point, approximate: false } });
  return point;
}

const placeOf = async (desk: Desk, id: string) => ((await desk.order(id)) as PlacedOrder).place;

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 240_000 });

test('the pin follows the pointer, a click and the arrow keys, and is saved there', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 5);
  await page.goto(`/assing?todas=1&buscar=${tag}&orden=codigo`);
  await expect(rows(page)).toHaveCount(5);
  /** Opens the form of the next order. */
  const openNext = async (): Promise<string> => {
    const { id } = orders.shift() ?? { id: '' };
    await navigate(page, `/assing?todas=1&buscar=${tag}&orden=codigo&editar=${id}`);
    await expectForm(page);
    return id;
  };

  await test.step('a dragged pin follows the pointer, the first time and later, and is saved there', async () => {
    const id = await openNext();
    const before = await placeOf(desk, id);
    expect(before.approximate).toBe(true);
    const start = await corner(pin(page));

    await drag(page, { x: 30, y: -20 });
    await expect(guess(page)).toHaveCount(0);
    await expectMoved(page, start, { x: 30, y: -20 });
    await drag(page, { x: -50, y: 8 });
    await expectMoved(page, start, { x: -20, y: -12 });

    const { lat, lng } = await save(page, desk, id);
    expect(lng).toBeLessThan(before.lng);
    expect(lat).toBeGreaterThan(before.lat);
  });

  await test.step('on a partly visible map the pin stays under the pointer', async () => {
    const id = await openNext();
    await hideLowerEnd(page);
    const start = await corner(pin(page));
    await drag(page, { x: 30, y: -20 });
    await expect(guess(page)).toHaveCount(0);
    await expectMoved(page, start, { x: 30, y: -20 });
    await save(page, desk, id);
  });

  await test.step('a click on the map moves the pin’s tip there and focuses the map', async () => {
    const id = await openNext();
    const before = await placeOf(desk, id);
    await hideLowerEnd(page);
    const ground = await corner(map(page));
    const there: Point = { x: 120, y: 70 };
    await page.mouse.click(ground.x + there.x, ground.y + there.y);
    await expect(guess(page)).toHaveCount(0);
    await expect.poll(() => tip(page)).toEqual(there);

    // The map has the focus: arrow keys move the map, not the pin.
    await expect(map(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await tip(page)).y).toBeLessThan(there.y);

    const { lat, lng } = await save(page, desk, id);
    expect(lng).toBeLessThan(before.lng);
    expect(lat).toBeGreaterThan(before.lat);
  });

  await test.step('a press without a drag does not move the pin, and arrow keys do', async () => {
    const id = await openNext();
    const before = await placeOf(desk, id);
    const start = await corner(pin(page));
    await pin(page).click();
    await expect(pin(page)).toBeFocused();
    await expect(guess(page)).toBeVisible();
    expect(await corner(pin(page))).toEqual(start);

    await page.keyboard.press('ArrowRight');
    await expect(guess(page)).toHaveCount(0);
    await expect.poll(async () => from(start, await corner(pin(page))).x).toBeGreaterThan(0);
    expect(from(start, await corner(pin(page))).y).toBe(0);
    await expect(pin(page)).toBeFocused();

    const { lat, lng } = await save(page, desk, id);
    expect(lng).toBeGreaterThan(before.lng);
    expect(lat).toBeCloseTo(before.lat, 4);
  });

  await test.step('a dragged pin stays in place when its order changes', async () => {
    const id = await openNext();
    const { version } = await desk.order(id);
    const start = await corner(pin(page));
    const hand = sum(start, HEAD);
    await page.mouse.move(hand.x, hand.y);
    await page.mouse.down();
    await page.mouse.move(hand.x + 30, hand.y - 20);
    await expectMoved(page, start, { x: 30, y: -20 });

    // The table shows orders with this text.
    const name = `${tag} Otra persona`;
    await desk.send(`orders/${id}`, { version, changes: { recipient: { name, phone: null } } }, 'PATCH');
    await expect(rows(page)).toContainText([name]);
    await nextFrame(page);
    await expectMoved(page, start, { x: 30, y: -20 });
    await page.mouse.up();
    await expect(guess(page)).toHaveCount(0);
    await expectMoved(page, start, { x: 30, y: -20 });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger drags the pin, and a tap on the map moves it', async ({ page }) => {
    const {
      desk,
      order: { id },
    } = await openOrderForm(page);
    await expectForm(page);
    const start = await corner(pin(page));
    const head = sum(start, HEAD);
    await dragByTouch(page, head, sum(head, { x: 30, y: -20 }), 2);
    await expect(guess(page)).toHaveCount(0);
    await expectMoved(page, start, { x: 30, y: -20 });

    await hideLowerEnd(page);
    const ground = await corner(map(page));
    const there: Point = { x: 120, y: 70 };
    await page.touchscreen.tap(ground.x + there.x, ground.y + there.y);
    await expect.poll(() => tip(page)).toEqual(there);
    await save(page, desk, id);
  });
});
