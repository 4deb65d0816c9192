import { assignAllByKey, assignChosenByKey } from '../support/assign.ts';
import { Desk, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { expect, openSession, test } from '../support/test.ts';

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 120_000 });

test('an undo reports each order, and why it keeps one that a colleague has changed', async ({
  page,
  browser,
  app,
}) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 3);
  const mine = await desk.makeCourier(`${tag} Una`);
  const theirs = await desk.makeCourier(`${tag} Otra`);
  // Luis opens the orders first: Ana can undo for only 30 s.
  const other = await browser.newContext({ baseURL: app.url, locale: 'es-PE' });
  const luis = await other.newPage();
  await openSession(luis, 'luis');
  await openDesk(luis, tag, 3);
  await openDesk(page, tag, 3);

  await test.step('Ana assigns three orders', async () => {
    await assignAllByKey(page, mine.name);
    await expect(receipt(page)).toContainText(`3 órdenes asignadas a ${mine.name}`);
  });

  const [first, second, third] = orders.map(({ code }) => code);
  await test.step('Luis reassigns the second in another browser', async () => {
    await expect(rows(luis).nth(1)).toContainText(mine.name);
    await rows(luis).nth(1).focus();
    await luis.keyboard.press('Space');
    await assignChosenByKey(luis, theirs.name);
    await expect(receipt(luis)).toContainText('1 orden asignada');
    await expect(rows(page).nth(1)).toContainText(theirs.name);
  });

  await test.step('Ana undoes her assignment', async () => {
    await rows(page).first().focus();
    await page.keyboard.press('u');
    await expect(receipt(page)).toContainText(`Deshacer: Asignar a ${mine.name}`);
    await expect(receipt(page)).toContainText('2 órdenes cambiadas · 1 sin cambiar');
    const lines = receipt(page).getByRole('list', { name: 'Resultado por orden' }).getByRole('listitem');
    await expect(lines).toHaveText([
      new RegExp(`^${second ?? '-'}Luis Quispe.* la reasignó a ${theirs.name} hace`),
      new RegExp(`^${first ?? '-'}Hecho$`),
      new RegExp(`^${third ?? '-'}Hecho$`),
    ]);
    await expect(lines.first().getByRole('img', { name: 'No se hizo' })).toBeVisible();
  });

  await test.step('the orders match the report', async () => {
    const now = await Promise.all(orders.map(({ id }) => desk.order(id)));
    expect(now.map(({ state, courier }) => [state, courier?.id ?? null])).toEqual([
      ['pendiente', null],
      ['asignada', theirs.id],
      ['pendiente', null],
    ]);
  });
  await other.close();
});
