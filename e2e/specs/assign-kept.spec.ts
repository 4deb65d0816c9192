import { type Page } from '@playwright/test';
import { assignAllByKey } from '../support/assign.ts';
import { chosen, Desk, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { expect, openSession, test } from '../support/test.ts';

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 120_000 });

const keptReceipts = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('despacho.receipts'));

/** Extends the undo period on the page beyond the time that a busy machine takes to load it. */
async function extendUndo(page: Page): Promise<void> {
  await page.route(
    '**/api/assignments?*',
    async (route) => {
      const response = await route.fetch();
      const receipt = (await response.json()) as { undoUntil: string };
      const undoUntil = new Date(Date.parse(receipt.undoUntil) + 600_000).toISOString();
      await route.fulfill({ response, json: { ...receipt, undoUntil } });
    },
    { times: 1 },
  );
}

test('keeps a receipt and its undo over a reload, and removes both at sign-out', async ({ page, watched }) => {
  // By the service's clock, the 30 s may be over.
  watched.expectConsole(/status of 409 .*\/api\/assignments\/undo/);
  watched.expectConsole(/Http failure response for .*\/api\/assignments\/undo.*: 409 /);
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 2);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await openDesk(page, tag, 2);
  await extendUndo(page);
  await assignAllByKey(page, courier.name);
  await expect(receipt(page)).toContainText('2 órdenes asignadas a');

  await page.reload();
  await expect(receipt(page)).toContainText(`Asignar a ${courier.name}`);
  await expect(receipt(page)).toContainText('2 órdenes asignadas a');
  const { timeline } = await desk.read<{ timeline: { batch: string }[] }>(`orders/${orders[0]?.id ?? ''}`);
  const undone = page.waitForRequest((request) => request.url().includes('/api/assignments/undo'));
  await receipt(page)
    .getByRole('button', { name: /^Deshacer/ })
    .click();
  expect((await undone).postDataJSON()).toEqual({ batch: timeline[0]?.batch });
  await expect(receipt(page)).toContainText(`Deshacer: Asignar a ${courier.name}`);

  expect(await keptReceipts(page)).toContain(orders[0]?.code);
  await page.goto('/auth/logout');
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  expect(await keptReceipts(page)).toBeNull();
});

test('repeats a request that was pending at a reload, and the service runs it once', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const [order] = await desk.makeOrders(tag, 1);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await openDesk(page, tag, 1);
  const keys: (string | undefined)[] = [];
  let isDone = (): void => undefined;
  const done = new Promise<void>((resolve) => (isDone = resolve));
  await page.route('**/api/assignments?*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // The service has done it, but the page closes before the response.
    await route.fetch();
    isDone();
    return undefined;
  });
  await assignAllByKey(page, courier.name);
  await done;

  await page.reload();
  await expect(receipt(page)).toContainText('No hubo respuesta: puede que se haya hecho o no');
  await expect(receipt(page)).toContainText('La página se cerró antes de que llegara la respuesta');
  await receipt(page).getByRole('button', { name: 'Reintentar', exact: true }).click();
  await expect(receipt(page)).toContainText('1 orden asignada a');
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  const { timeline } = await desk.read<{ timeline: { what: string }[] }>(`orders/${order?.id ?? ''}`);
  expect(timeline.map(({ what }) => what)).toEqual(['asignada', 'creada']);
});

test('moves the focus to the next row when the focused row leaves the list', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 3);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await page.goto(`/assing?estado=pendiente&buscar=${tag}&orden=codigo`);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('banner').getByText('En vivo', { exact: true })).toBeVisible();
  await rows(page).nth(1).focus();

  await desk.assign(orders.slice(1, 2), courier.id);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toBeFocused();
  await desk.assign(orders.slice(2, 3), courier.id);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(chosen(page)).toContainText('1 orden');
});
