import { type Locator, type Page } from '@playwright/test';
import { Desk, type MadeCourier, type MadeOrder, receipt, rows, uniqueTag } from '../support/desk.ts';
import { showPane } from '../support/scenes/desk-hands.ts';
import { expect, openSession, test } from '../support/test.ts';

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 120_000 });

interface Route {
  desk: Desk;
  courier: MadeCourier;
  orders: MadeOrder[];
  item: Locator;
  stops: Locator;
}

/** Opens the pane with a new courier that has three stops, and no other courier. */
async function openRoute(page: Page): Promise<Route> {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 3);
  const courier = await desk.makeCourier(`${tag} Una`);
  await desk.assign(orders, courier.id);
  await page.goto(`/assing?todas=1&buscar=${tag}&orden=codigo`);
  await expect(rows(page)).toHaveCount(3);
  await showPane(page, 'Repartidores');
  const pane = page.getByRole('region', { name: 'Repartidores', exact: true });
  await pane.getByRole('textbox', { name: 'Buscar repartidor', exact: true }).fill(tag);
  const item = pane.getByRole('listitem', { name: courier.name, exact: true });
  await item
    .getByRole('button', { name: new RegExp(courier.name), expanded: false })
    .first()
    .click();
  const stops = item.getByRole('list', { name: `Paradas de ${courier.name}` }).getByRole('listitem');
  await expect(stops).toHaveCount(3);
  return { desk, courier, orders, item, stops };
}

interface Point {
  x: number;
  y: number;
}

/** The middle of a stop's handle, or a point `below` times its height under the middle. */
async function handleAt(stop: Locator, below = 0): Promise<Point> {
  const handle = stop.getByRole('button', { name: /mover con Alt y flechas$/ });
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error('The stop is not there');
  return { x: box.x + box.width / 2, y: box.y + box.height * (0.5 + below) };
}

/** Drags a stop by its handle to another place: past the middle of the stop there. */
type Draw = (from: Point, to: Point) => Promise<void>;

async function expectToBeDrawn({ desk, courier, orders, item, stops }: Route, draw: Draw): Promise<void> {
  const [first = '-', second = '-', third = '-'] = orders.map(({ code }) => code);
  await expect(stops).toContainText([first, second, third]);
  const unlit = (await stops.first().getAttribute('class')) ?? '';
  const expectNoneLit = async (): Promise<void> => {
    for (const stop of await stops.all()) await expect(stop).toHaveAttribute('class', unlit);
  };

  await test.step('down past two others', async () => {
    await draw(await handleAt(stops.nth(0)), await handleAt(stops.nth(2), 0.3));
    await expect(stops).toContainText([second, third, first]);
    await expectNoneLit();
  });

  await test.step('ignores a later move of the pointer', async () => {
    await item.getByRole('button', { name: 'Descartar', exact: true }).click();
    await stops.nth(1).hover();
    await expect(stops).toContainText([first, second, third]);
    await expectNoneLit();
  });

  await test.step('down by one, then up', async () => {
    await draw(await handleAt(stops.nth(0)), await handleAt(stops.nth(1), 0.3));
    await expect(stops).toContainText([second, first, third]);
    await draw(await handleAt(stops.nth(2)), await handleAt(stops.nth(0), -0.3));
    await expect(stops).toContainText([third, second, first]);
    await expectNoneLit();
  });

  await item.getByRole('button', { name: 'Guardar el orden', exact: true }).click();
  await expect(receipt(item.page())).toContainText(`Ordenar las paradas de ${courier.name}`);
  await expect(receipt(item.page())).toContainText('2 órdenes cambiadas');
  const saved = await Promise.all(orders.map(({ id }) => desk.order(id)));
  expect(saved.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
}

test('stops are reordered by dragging their handle with the mouse', async ({ page }) => {
  await expectToBeDrawn(await openRoute(page), async (from, to) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('stops are reordered by dragging with a finger', async ({ page }) => {
    const route = await openRoute(page);
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await expectToBeDrawn(route, async (from, to) => {
      await send('touchStart', [from]);
      for (let step = 1; step <= 6; step += 1)
        await send('touchMove', [
          { x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 },
        ]);
      await send('touchEnd', []);
    });
  });
});
