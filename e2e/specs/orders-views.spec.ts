import { type Locator, type Page } from '@playwright/test';
import { Desk, uniqueTag } from '../support/desk.ts';
import { dispatch } from '../support/dispatch.ts';
import { ownWord } from '../support/order-file.ts';
import { shell } from '../support/shell.ts';
import { expect, openSession, signIn, test } from '../support/test.ts';

const trigger = (page: Page, name: string): Locator =>
  dispatch.filters(page).getByRole('button', { name, exact: true });
const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name });
const view = (page: Page, name: string): Locator => page.getByRole('menuitemradio', { name });
const chip = (page: Page, name: RegExp): Locator => dispatch.filters(page).getByRole('button', { name });

test('a view is saved, opened by a colleague, changed, replaced, renamed and removed', async ({
  page,
  browser,
  app,
}) => {
  const name = ownWord('Cobros contra entrega de Lima Norte y Callao ');
  await openSession(page, 'ana');
  const tag = uniqueTag();
  const desk = new Desk(page);
  await desk.makeOrders(tag, 2, { collectDue: 1000 });
  await desk.makeOrders(tag, 1, { note: 'Segundo piso' });
  await page.goto(`/assing?oficina=LIMA&marca=con_cobro&buscar=${tag}`);
  await expect(dispatch.count(page)).toHaveText('2 órdenes');
  await trigger(page, 'Vistas').click();
  await item(page, 'Guardar como vista nueva').click();
  const save = page.getByRole('dialog', { name: 'Guardar como vista nueva' });
  await save.getByRole('button', { name: 'Guardar vista' }).click();
  await expect(save.getByLabel('Nombre')).toHaveAccessibleDescription('Escriba un nombre para la vista');
  await save.getByLabel('Nombre').fill(name);
  await save.getByRole('button', { name: 'Guardar vista' }).click();
  await expect(trigger(page, `Vista: ${name}`)).toBeVisible();

  const theirs = await browser.newContext({ baseURL: app.url, locale: 'es-PE' });
  const other = await theirs.newPage();
  await test.step('a colleague opens it and sees the same orders', async () => {
    await signIn(other, 'luis', `/assing?buscar=${tag}`);
    await expect(dispatch.count(other)).toHaveText('3 órdenes');
    await expect(shell.live(other)).toBeVisible();
    await trigger(other, 'Vistas').click();
    await view(other, `${name}, de Ana Torres Villanueva`).click();
    await expect(trigger(other, `Vista: ${name}`)).toBeVisible();
    await expect(other).toHaveURL(/marca=con_cobro/);
    await expect(dispatch.count(other)).toHaveText('2 órdenes');
  });

  await test.step('another filter marks it as modified; a colleague cannot overwrite it', async () => {
    await chip(other, /^Con nota/).click();
    await expect(trigger(other, `Vista: ${name} (modificada)`)).toBeVisible();
    await expect(trigger(other, 'Más acciones')).toBeInViewport({ ratio: 1 });
    await trigger(other, `Vista: ${name} (modificada)`).click();
    await expect(item(other, 'Guardar como vista nueva')).toBeVisible();
    await expect(item(other, `Guardar los cambios en «${name}»`)).toHaveCount(0);
    await view(other, `${name}, de Ana Torres Villanueva`).click();
    await expect(trigger(other, `Vista: ${name}`)).toBeVisible();
    await expect(other).not.toHaveURL(/con_nota/);
  });

  await test.step('its owner replaces it', async () => {
    await chip(page, /^Con nota/).click();
    await trigger(page, `Vista: ${name} (modificada)`).click();
    await item(page, `Guardar los cambios en «${name}»`).click();
    const replace = page.getByRole('dialog', { name: `¿Reemplazar la vista «${name}»?` });
    await replace.getByRole('button', { name: 'Reemplazar vista' }).click();
    await expect(trigger(page, `Vista: ${name}`)).toBeVisible();
  });

  await test.step('renaming and removing it reaches the colleague’s open page', async () => {
    await expect(trigger(other, `Vista: ${name} (modificada)`)).toBeVisible();
    await trigger(page, `Vista: ${name}`).click();
    await item(page, 'Renombrar o quitar vistas').click();
    const views = page.getByRole('dialog', { name: 'Vistas de la oficina' });
    await views.getByRole('button', { name: `Renombrar ${name}` }).click();
    await views.getByLabel(`Nombre nuevo de «${name}»`).fill(`${name} y notas`);
    await views.getByRole('button', { name: 'Guardar nombre' }).click();
    await expect(views.getByRole('listitem', { name: `${name} y notas` })).toBeVisible();
    await expect(trigger(other, `Vista: ${name} y notas (modificada)`)).toBeVisible();
    await views.getByRole('button', { name: `Quitar ${name} y notas` }).click();
    await page.getByRole('button', { name: 'Quitar vista' }).click();
    await expect(views.getByRole('listitem', { name: `${name} y notas` })).toHaveCount(0);
    await expect(trigger(other, 'Vistas')).toBeVisible();
    await views.getByRole('button', { name: 'Cerrar', exact: true }).click();
    await expect(trigger(page, 'Vistas')).toBeVisible();
  });
  await theirs.close();
});
