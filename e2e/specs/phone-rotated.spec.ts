import { type Page } from '@playwright/test';
import { chosen, Desk, rows, uniqueTag } from '../support/desk.ts';
import { openOrderForm } from '../support/order-form.ts';
import { showPane } from '../support/scenes/desk-actions.ts';
import { expect } from '../support/patient-expect.ts';
import { openSession, test } from '../support/test.ts';

const UPRIGHT = { width: 390, height: 844 };
const ON_ITS_SIDE = { width: 844, height: 390 };

test.use({ viewport: UPRIGHT, hasTouch: true, isMobile: true });

async function turnAndBack(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  await page.setViewportSize(ON_ITS_SIDE);
  await meanwhile();
  await page.setViewportSize(UPRIGHT);
}

test('rotating a phone keeps input in a form', async ({ page }) => {
  await openOrderForm(page);
  const note = page.getByRole('form', { name: 'Datos de la orden' }).getByLabel('Nota', { exact: true });
  await note.fill('Llamar al llegar');
  await turnAndBack(page, () => expect(page.getByRole('group', { name: 'Panel lateral' })).toBeAttached());
  await expect(page.getByRole('group', { name: 'Vista' })).toBeAttached();
  await expect(note).toHaveValue('Llamar al llegar');
});

test('rotating a phone keeps the pane and reordered stops', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 2);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await desk.assign(orders, courier.id);
  await page.goto(`/assing?todas=1&buscar=${tag}`);
  await expect(rows(page)).toHaveCount(2);
  await showPane(page, 'Repartidores');
  const pane = page.getByRole('region', { name: 'Repartidores', exact: true });
  await pane.getByRole('textbox', { name: 'Buscar repartidor' }).fill(tag);
  await pane.getByRole('listitem').getByRole('button').first().tap();
  const stops = pane.getByRole('list', { name: `Paradas de ${courier.name}` });
  await stops.getByRole('button', { name: /^Parada 2/ }).press('Alt+ArrowUp');
  const save = pane.getByRole('button', { name: 'Guardar el orden' });
  await expect(save).toBeVisible();
  await turnAndBack(page, () => expect(page.getByRole('group', { name: 'Panel lateral' })).toBeVisible());
  await expect(save).toBeVisible();
  await expect(stops.getByRole('listitem').first()).toContainText(orders[1]?.code ?? '-');
});

test.describe('in landscape', () => {
  test.use({ viewport: ON_ITS_SIDE });

  test('shows orders and selects them one by one', async ({ page }) => {
    await openSession(page, 'ana');
    const tag = uniqueTag();
    await new Desk(page).makeOrders(tag, 5);
    await page.goto(`/assing?buscar=${tag}&orden=codigo`);
    await expect(rows(page)).toHaveCount(5);
    await expect(rows(page).nth(0)).toBeInViewport({ ratio: 1 });
    await expect(rows(page).nth(1)).toBeInViewport({ ratio: 0.5 });
    for (const place of [0, 1, 2, 3, 4]) await rows(page).nth(place).tap({ timeout: 20_000 });
    await expect(chosen(page)).toContainText('5 órdenes');
  });
});
