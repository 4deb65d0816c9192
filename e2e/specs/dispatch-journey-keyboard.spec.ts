import { type Page } from '@playwright/test';
import { chosen, Desk, type NewCourier, type MadeOrder, receipt, rowAt } from '../support/desk.ts';
import { dispatch, downloaded } from '../support/dispatch.ts';
import { csvOrders, figuresOf, figuresOnScreen, xlsxOrders } from '../support/exported.ts';
import { enter, expectVisibleFocus, tabTo, takeFromMenu, watchPointers } from '../support/keyboard.ts';
import { BROKEN_ROWS, brokenFile, DISTRICT, makeCouriers } from '../support/morning.ts';
import { ownWord } from '../support/order-file.ts';
import { expect } from '../support/patient-expect.ts';
import { openSession, test } from '../support/test.ts';

const detail = (page: Page) => page.getByRole('complementary', { name: /^Orden D/ });
const files = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Archivo', exact: true });

/** Assigns the chosen orders to a courier with the keyboard. The focus is in the table before and after. */
async function assignChosen(page: Page, courier: NewCourier): Promise<void> {
  await page.keyboard.press('a');
  await choose(page, courier);
}

/** The same with the button of the selection bar, the next tab stop after the table. */
async function assignByButton(page: Page, courier: NewCourier): Promise<void> {
  await enter(page, chosen(page).getByRole('button', { name: 'Asignar a…' }));
  await choose(page, courier);
}

async function choose(page: Page, courier: NewCourier): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Repartidor', exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type(courier.name);
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Types into the box of Ctrl+K, and chooses the highlighted result. */
async function takeFromBox(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Buscar o hacer' });
  await page.keyboard.type(text);
  await expect(box.getByRole('combobox')).toHaveValue(text);
  await expect(box.getByRole('option', { name: option })).toHaveAttribute('data-highlighted');
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(box).toHaveCount(0);
}

/** Moves down the table with the arrow keys until the row at `place` has the focus. */
async function downTo(page: Page, from: number, place: number): Promise<void> {
  for (let at = from; at < place; at += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(rowAt(page, at + 1)).toBeFocused();
  }
}

test('a whole morning by keyboard: the focus reaches everything and stays visible', async ({
  page,
  context,
  browser,
  app,
}) => {
  test.setTimeout(600_000);
  const word = ownWord('Te');
  const pointers = await watchPointers(context);
  await openSession(page, 'ana');
  const [north, south] = await makeCouriers(new Desk(page), word);
  await page.goto('/assing?oficina=LIMA&todas=1&orden=codigo');
  await expect(files(page)).toBeVisible();

  await test.step('imports the file of 130 with its six invalid lines', async () => {
    // Awaited before the click, so that the browser opens no file dialog.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, files(page));
    await takeFromMenu(page, 'Importar órdenes');
    const window = dispatch.imports(page);
    const choose = window.getByRole('button', { name: 'Seleccionar archivo', exact: true });
    await enter(page, choose);
    await (await chooser).setFiles(brokenFile(word));
    await expect(window).toContainText('130 líneas: 124 correctas, 6 con errores');
    const broken = window.getByRole('region', { name: 'Líneas con errores', exact: true });
    await expect(broken.getByRole('row')).toHaveText([...BROKEN_ROWS]);
    await enter(page, window.getByRole('button', { name: 'Importar las 124 correctas' }));
    await expect(window.getByText('Se importaron 124 órdenes')).toBeVisible();
    await enter(page, window.getByRole('button', { name: 'Cerrar', exact: true }));
    await expect(files(page)).toBeFocused();
  });

  await test.step('finds the orders', async () => {
    await page.keyboard.press('/');
    await expect(dispatch.search(page)).toBeFocused();
    await page.keyboard.type(word);
    await expect(dispatch.count(page)).toHaveText('124 órdenes');
    await tabTo(page, rowAt(page, 1));
  });

  await test.step('creates one manually', async () => {
    await page.keyboard.press('n');
    const form = page.getByRole('form', { name: 'Datos de la orden', exact: true });
    const write = async (label: string, text: string): Promise<void> => {
      await tabTo(page, form.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    };
    // The form begins in its first field.
    await expect(form.getByLabel('Destinatario', { exact: true })).toBeFocused();
    await page.keyboard.type(`${word} a mano`);
    await write('Dirección', 'Jr. Huaraz 1500');
    await write('Distrito', DISTRICT);
    await expect(form.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await write('Cobro contra entrega (S/)', '25');
    await write('Cliente', 'Bodega de Prueba');
    await enter(page, form.getByRole('button', { name: 'Crear orden', exact: true }));
    await expect(detail(page)).toContainText('S/ 25.00 contra entrega');
    await expect(detail(page).getByRole('heading').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(detail(page)).toHaveCount(0);
    await expect(rowAt(page, 1)).toBeFocused();
    await expect(dispatch.count(page)).toHaveText('125 órdenes');
  });

  await test.step('chooses 110 with Shift and assigns them', async () => {
    await page.keyboard.press('Space');
    await expect(chosen(page)).toContainText('1 orden');
    await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
    const many = async (): Promise<number> =>
      Number.parseInt((await chosen(page).getByRole('status').textContent()) ?? '', 10);
    while ((await many()) < 110) {
      const before = await many();
      // Pressed again if it ended at the last loaded row, before the next page arrived.
      await expect(async () => {
        await page.keyboard.press('Shift+PageDown');
        await expect.poll(many, { timeout: 2_000 }).toBeGreaterThan(before);
      }).toPass();
    }
    while ((await many()) > 110) {
      const before = await many();
      await page.keyboard.press('Shift+ArrowUp');
      await expect.poll(many).toBe(before - 1);
    }
    await expect(chosen(page)).toContainText('110 órdenes');
    await assignByButton(page, north);
    // The bar and its button have disappeared.
    await expect(chosen(page)).toHaveCount(0);
    await expect(receipt(page)).toContainText(`110 órdenes asignadas a ${north.name}`);
    await expect(rowAt(page, 110)).toBeFocused();
    await expectVisibleFocus(page);
    await expect(rowAt(page, 110)).toContainText(north.name);
  });

  const theirs = await browser.newContext({ baseURL: app.url, locale: 'es-PE' });
  await test.step('a colleague assigns one of three first', async () => {
    await downTo(page, 110, 111);
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(chosen(page)).toContainText('3 órdenes');
    const code = (await rowAt(page, 112).getByRole('link').textContent()) ?? '';
    const luis = await theirs.newPage();
    await openSession(luis, 'luis');
    const his = new Desk(luis);
    const found = await his.read<{ orders: MadeOrder[] }>(`orders?buscar=${code}`);
    await his.assign(found.orders, south.id);
    await expect(rowAt(page, 112)).toContainText(south.name);

    await assignChosen(page, north);
    await expect(receipt(page)).toContainText(`2 órdenes asignadas a ${north.name} · 1 sin cambiar`);
    await expect(receipt(page).getByRole('list', { name: 'Resultado por orden' })).toContainText(
      `la asignó a ${south.name}`,
    );
    await expect(rowAt(page, 113)).toBeFocused();
  });

  await test.step('undoes the other two with the keyboard', async () => {
    await page.keyboard.press('u');
    await expect(receipt(page)).toContainText(`Deshacer: Asignar a ${north.name}`);
    await expect(receipt(page)).toContainText('2 órdenes cambiadas');
    for (const place of [111, 113]) await expect(rowAt(page, place)).toContainText('Sin asignar');
    await expect(rowAt(page, 113)).toBeFocused();
    // The receipt first, then the selection.
    await page.keyboard.press('Escape');
    await expect(receipt(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(chosen(page)).toHaveCount(0);
  });

  await test.step('opens an order, closes it wrongly, and corrects it', async () => {
    await page.keyboard.press('Home');
    await expect(rowAt(page, 1)).toBeFocused();
    const code = (await rowAt(page, 1).getByRole('link').textContent()) ?? '';
    await takeFromBox(page, code, new RegExp(`^${word} 001 ${code}`));
    await expect(detail(page).getByRole('heading').first()).toBeFocused();
    await takeFromBox(page, 'en ruta', /^Sale a ruta\s+la orden D/);
    await expect(rowAt(page, 1)).toContainText('En ruta');
    // In the table, where U undoes it.
    await expect(rowAt(page, 1)).toBeFocused();
    const change = detail(page).getByRole('button', { name: 'Cambiar estado' });
    await tabTo(page, change);
    await takeFromMenu(page, 'Entregada…');
    const closing = page.getByRole('dialog', { name: /: Entregada$/ });
    await expect(closing.getByRole('checkbox').first()).toBeFocused();
    await tabTo(page, closing.getByRole('checkbox', { name: 'Yape', exact: true }));
    await page.keyboard.press('Space');
    await expectVisibleFocus(page);
    await page.keyboard.press('Enter');
    await expect(detail(page)).toContainText('Cobrado S/ 10.50 por Yape');
    await expect(change).toBeFocused();
    await takeFromMenu(page, 'Corregir…');
    const correcting = page.getByRole('dialog', { name: /^Corregir / });
    await page.keyboard.press('ArrowDown');
    await expect(correcting.getByRole('radio', { name: 'No entregada', exact: true })).toBeChecked();
    await tabTo(page, correcting.getByRole('radio', { name: 'Destinatario ausente', exact: true }));
    await page.keyboard.press('Space');
    await tabTo(page, correcting.getByLabel('Qué estaba mal'));
    await page.keyboard.type('Se marcó la orden del vecino');
    await enter(page, correcting.getByRole('button', { name: 'Corregir', exact: true }));
    await expect(detail(page)).toContainText('Destinatario ausente');
    await expect(detail(page).getByRole('list', { name: 'Historia' })).toContainText('«Se marcó la orden del vecino»');
    await expect(change).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(detail(page)).toHaveCount(0);
    await expect(rowAt(page, 1)).toBeFocused();
  });

  await test.step('transfers the whole load', async () => {
    const pane = page.getByRole('region', { name: 'Repartidores', exact: true });
    await tabTo(page, pane.getByRole('textbox', { name: 'Buscar repartidor', exact: true }));
    await page.keyboard.type(word);
    await expect(pane.getByRole('listitem')).toHaveCount(2);
    const item = pane.getByRole('listitem', { name: north.name, exact: true });
    const menu = item.getByRole('button', { name: `Acciones de ${north.name}` });
    // The list is one stop; the arrows, Home and End move in it.
    await tabTo(page, item.getByRole('button').first());
    await page.keyboard.press('End');
    await expect(menu).toBeFocused();
    await takeFromMenu(page, 'Mover carga…');
    const window = page.getByRole('dialog', { name: `Mover la carga de ${north.name}` });
    await expect(window.getByRole('combobox', { name: 'Nuevo repartidor', exact: true })).toBeFocused();
    await page.keyboard.type(south.name);
    await expect(window.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(receipt(page)).toContainText(`Mover la carga de ${north.name} a ${south.name}`);
    await expect(receipt(page)).toContainText('109 órdenes cambiadas');
    // In the table, where U undoes it.
    await expect(rowAt(page, 1)).toBeFocused();
    await expect(pane.getByRole('listitem', { name: south.name, exact: true })).toContainText(/110\D+20 órd/);
  });

  await test.step('exports files with the figures of the screen', async () => {
    await page.keyboard.press('Control+a');
    await expect(chosen(page)).toContainText('125 órdenes');
    const shown = { orders: 125, withoutCourier: 14, withCollect: 125, due: 132_700 };
    await expect.poll(() => figuresOnScreen(page)).toEqual(shown);
    const exported = async (format: 'Excel' | 'CSV') => {
      await takeFromMenu(page, 'Exportar órdenes');
      const exports = dispatch.exports(page);
      await expect(exports.getByRole('radio', { checked: true })).toBeFocused();
      if (format === 'CSV') await page.keyboard.press('ArrowDown');
      await expect(exports.getByRole('radio', { name: new RegExp(`^${format}`) })).toBeChecked();
      const file = await downloaded(page, () => page.keyboard.press('Enter'));
      const started = page.getByRole('dialog', { name: 'La descarga empezó' });
      await expect(started).toContainText('con 125 órdenes');
      await expect(started).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(files(page)).toBeFocused();
      return file;
    };
    await tabTo(page, files(page), 'Shift+Tab');
    const csv = await csvOrders(await exported('CSV'));
    const xlsx = await xlsxOrders(await exported('Excel'));
    expect(figuresOf(csv)).toEqual(shown);
    expect(figuresOf(xlsx)).toEqual(shown);
    for (const file of [csv, xlsx]) {
      expect(file.filter((order) => order['Repartidor'] === south.name)).toHaveLength(110);
      expect(file.find((order) => order['Destinatario'] === `${word} 001`)).toMatchObject({
        Estado: 'No entregada',
        Motivo: 'Destinatario ausente',
        'Cobrado (S/)': '',
      });
      expect(file.find((order) => order['Destinatario'] === `${word} a mano`)).toMatchObject({
        Estado: 'Pendiente',
        Distrito: DISTRICT,
      });
    }
  });

  expect(pointers).toEqual([]);
  await theirs.close();
});
