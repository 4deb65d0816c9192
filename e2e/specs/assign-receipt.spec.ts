import { type Page, type Route } from '@playwright/test';
import { assignAllByKey } from '../support/assign.ts';
import { chosen, Desk, findOrders, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { expect, openSession, test } from '../support/test.ts';

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 240_000 });

const keptReceipts = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('despacho.receipts'));

const outcomes = (page: Page) => receipt(page).getByRole('list', { name: 'Resultado por orden' }).getByRole('listitem');

/** Handles the next request that assigns orders. */
const onNextAssignment = (page: Page, handle: (route: Route) => Promise<void>): Promise<unknown> =>
  page.route('**/api/assignments?*', handle, { times: 1 });

/** Extends the undo period on the page beyond the time that a busy machine takes to load it. */
async function extendUndo(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer = (await response.json()) as { undoUntil: string };
  const undoUntil = new Date(Date.parse(answer.undoUntil) + 600_000).toISOString();
  await route.fulfill({ response, json: { ...answer, undoUntil } });
}

test('a receipt names a colleague’s changes, retries, undoes and survives a reload', async ({
  page,
  browser,
  app,
  watched,
}) => {
  // By the service's clock, the 30 s to undo may be over after the reload.
  watched.expectConsole(/status of 409 .*\/api\/assignments\/undo/);
  watched.expectConsole(/Http failure response for .*\/api\/assignments\/undo.*: 409 /);
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const other = await browser.newContext({ baseURL: app.url });
  const luis = await other.newPage();
  await openSession(luis, 'luis');
  const tags = [uniqueTag(), uniqueTag(), uniqueTag()] as const;
  const mine = await desk.makeCourier(`${tags[0]} Una`);
  const theirs = await desk.makeCourier(`${tags[0]} Otra`);
  const last = await desk.makeCourier(`${tags[0]} Tercera`);
  const orders = await desk.makeOrders(tags[0], 3);
  const [first, second, third] = orders.map(({ code }) => code);
  await openDesk(page, tags[0], 3);

  await test.step('retries an order that a colleague assigned meanwhile, with its new version', async () => {
    await onNextAssignment(page, async (route) => {
      await new Desk(luis).assign(orders.slice(1, 2), theirs.id);
      await route.continue();
    });
    await assignAllByKey(page, mine.name);
    await expect(receipt(page)).toContainText(`2 órdenes asignadas a ${mine.name} · 1 sin cambiar`);
    await expect(outcomes(page).first()).toContainText(second ?? '-');
    await expect(outcomes(page).first()).toContainText(`la asignó a ${theirs.name}`);
    await expect(outcomes(page).first()).toContainText('Luis Quispe');
    expect((await desk.order(orders[1]?.id ?? '')).courier?.id).toBe(theirs.id);
    await receipt(page).getByRole('button', { name: 'Reintentar fallidas (1)', exact: true }).click();
    await expect(receipt(page)).toContainText('1 orden asignada');
    for (const { id } of orders) expect((await desk.order(id)).courier?.id).toBe(mine.id);
  });

  await test.step('an undo reports each order, and why it keeps one that a colleague has changed', async () => {
    await assignAllByKey(page, theirs.name);
    await expect(receipt(page)).toContainText(`3 órdenes asignadas a ${theirs.name}`);
    await new Desk(luis).assign(orders.slice(1, 2), last.id);
    await expect(rows(page).nth(1)).toContainText(last.name);
    await rows(page).first().focus();
    await page.keyboard.press('u');
    await expect(receipt(page)).toContainText(`Deshacer: Asignar a ${theirs.name}`);
    await expect(receipt(page)).toContainText('2 órdenes cambiadas · 1 sin cambiar');
    await expect(outcomes(page)).toHaveText([
      new RegExp(`^${second ?? '-'}Luis Quispe.* la reasignó a ${last.name} hace`),
      new RegExp(`^${first ?? '-'}Hecho$`),
      new RegExp(`^${third ?? '-'}Hecho$`),
    ]);
    await expect(outcomes(page).first().getByRole('img', { name: 'No se hizo' })).toBeVisible();
    const now = await Promise.all(orders.map(({ id }) => desk.order(id)));
    expect(now.map(({ courier }) => courier?.id)).toEqual([mine.id, last.id, mine.id]);
    // The receipt, then the selection, which an undo restores.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(chosen(page)).toHaveCount(0);
  });

  await test.step('repeats a request that was pending at a reload, and the service runs it once', async () => {
    const [order] = await desk.makeOrders(tags[1], 1);
    await findOrders(page, tags[1], 1);
    const keys: (string | undefined)[] = [];
    const done = Promise.withResolvers<undefined>();
    await page.route('**/api/assignments?*', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      // The service has done it, but the page closes before the response.
      await route.fetch();
      done.resolve(undefined);
      return undefined;
    });
    await assignAllByKey(page, mine.name);
    await done.promise;
    await page.reload();
    await expect(receipt(page)).toContainText('No hubo respuesta: puede que se haya hecho o no');
    await expect(receipt(page)).toContainText('La página se cerró antes de que llegara la respuesta');
    await receipt(page).getByRole('button', { name: 'Reintentar', exact: true }).click();
    await expect(receipt(page)).toContainText('1 orden asignada a');
    await page.unrouteAll();
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{8,100}$/), keys[0]]);
    const { timeline } = await desk.read<{ timeline: { what: string }[] }>(`orders/${order?.id ?? ''}`);
    expect(timeline.map(({ what }) => what)).toEqual(['asignada', 'creada']);
  });

  await test.step('keeps a receipt and its undo over a reload, and removes both at sign-out', async () => {
    const made = await desk.makeOrders(tags[2], 2);
    await findOrders(page, tags[2], 2);
    await onNextAssignment(page, async (route) => {
      await new Desk(luis).assign(made.slice(1), theirs.id);
      await extendUndo(route);
    });
    await assignAllByKey(page, mine.name);
    await expect(receipt(page)).toContainText(`1 orden asignada a ${mine.name} · 1 sin cambiar`);
    await page.reload();
    await expect(receipt(page)).toContainText(`Asignar a ${mine.name}`);
    await expect(receipt(page)).toContainText(`1 orden asignada a ${mine.name} · 1 sin cambiar`);
    await expect(receipt(page).getByRole('button', { name: 'Reintentar fallidas (1)', exact: true })).toBeVisible();
    const { timeline } = await desk.read<{ timeline: { batch: string }[] }>(`orders/${made[0]?.id ?? ''}`);
    const undone = page.waitForRequest((request) => request.url().includes('/api/assignments/undo'));
    await receipt(page)
      .getByRole('button', { name: /^Deshacer/ })
      .click();
    expect((await undone).postDataJSON()).toEqual({ batch: timeline[0]?.batch });
    await expect(receipt(page)).toContainText(`Deshacer: Asignar a ${mine.name}`);
    expect(await keptReceipts(page)).toContain(made[0]?.code);
    await page.goto('/auth/logout');
    await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
    expect(await keptReceipts(page)).toBeNull();
  });
  await other.close();
});
