import { type Locator, type Page } from '@playwright/test';
import { type Desk, type NewCourier, type MadeOrder, receipt } from './desk.ts';
import { expect, test } from './test.ts';
import { type Point } from './touch.ts';

interface Route {
  desk: Desk;
  courier: NewCourier;
  /** Three orders, in the order of their stops. */
  orders: readonly MadeOrder[];
  item: Locator;
  stops: Locator;
}

/** Opens the stops of a courier in the visible pane and hides the other couriers. */
export async function openRoute(page: Page, { name }: NewCourier): Promise<Pick<Route, 'item' | 'stops'>> {
  const pane = page.getByRole('region', { name: 'Repartidores', exact: true });
  await pane.getByRole('textbox', { name: 'Buscar repartidor', exact: true }).fill(name);
  const item = pane.getByRole('listitem', { name, exact: true });
  await item
    .getByRole('button', { name: new RegExp(name), expanded: false })
    .first()
    .click();
  const stops = item.getByRole('list', { name: `Paradas de ${name}` }).getByRole('listitem');
  await expect(stops).toHaveCount(3);
  return { item, stops };
}

/** The middle of a stop's handle, or a point `below` times its height under the middle. */
async function handleAt(stop: Locator, below = 0): Promise<Point> {
  const handle = stop.getByRole('button', { name: /mover con Alt y flechas$/ });
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error('The stop is not there');
  return { x: box.x + box.width / 2, y: box.y + box.height * (0.5 + below) };
}

/**
 * Reorders three stops by their handles, until they are reversed, and saves.
 * @param drag drags from one point to another, past the middle of the stop at the second.
 */
export async function expectStopsDragged(
  { desk, courier, orders, item, stops }: Route,
  drag: (from: Point, to: Point) => Promise<void>,
): Promise<void> {
  const [first = '-', second = '-', third = '-'] = orders.map(({ code }) => code);
  await expect(stops).toContainText([first, second, third]);
  const unlit = (await stops.first().getAttribute('class')) ?? '';
  const expectNoneLit = async (): Promise<void> => {
    for (const stop of await stops.all()) await expect(stop).toHaveAttribute('class', unlit);
  };

  await test.step('down past two others', async () => {
    await drag(await handleAt(stops.nth(0)), await handleAt(stops.nth(2), 0.3));
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
    await drag(await handleAt(stops.nth(0)), await handleAt(stops.nth(1), 0.3));
    await expect(stops).toContainText([second, first, third]);
    await drag(await handleAt(stops.nth(2)), await handleAt(stops.nth(0), -0.3));
    await expect(stops).toContainText([third, second, first]);
    await expectNoneLit();
  });

  await item.getByRole('button', { name: 'Guardar el orden', exact: true }).click();
  await expect(receipt(item.page())).toContainText(`Ordenar las paradas de ${courier.name}`);
  await expect(receipt(item.page())).toContainText('2 órdenes cambiadas');
  const saved = await Promise.all(orders.map(({ id }) => desk.order(id)));
  expect(saved.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
}
