import { Desk, openDesk, uniqueTag } from '../support/desk.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

/** Milliseconds for a section to be fetched, started and filled; a busy machine takes its time over that. */
const OPENING = { timeout: 20_000 };
test.describe.configure({ timeout: 90_000 });

test('list and map belong together: a box chooses orders, a courier’s route and an order open beside the map', async ({
  page,
}) => {
  await signIn(page, 'ana', '/sesiones');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 3);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  await desk.assign(orders, courier.id);
  await openDesk(page, tag, 3);

  const map = page.getByRole('application', { name: /^Mapa de las órdenes/ });
  await expect(map).toBeVisible(OPENING);
  await map.getByRole('button', { name: 'Elegir todo lo visible' }).click();
  const chosen = page.getByRole('region', { name: 'Órdenes elegidas' });
  await expect(chosen).toContainText('3 órdenes');

  await page.goto(`/map?repartidor=${courier.id}`);
  const side = page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' });
  const stops = side.getByRole('list', { name: `Paradas de ${courier.name}` });
  await expect(stops.getByRole('listitem')).toHaveCount(3, OPENING);
  await expectAccessible(page);
  const code = orders[0]?.code ?? '';
  await stops.getByRole('button', { name: new RegExp(code) }).click();
  const card = page.getByRole('region', { name: `Orden ${code}` });
  await expect(card).toContainText('ubicación aproximada');
  await card.getByRole('link', { name: 'Abrir en Asig. Orden(B)' }).click();
  await expect(page).toHaveURL(new RegExp(`/assing\\?ver=${orders[0]?.id ?? ''}$`));
});
