import { type BrowserContext, type Page } from '@playwright/test';
import { chosen, Desk, type MadeCourier, receipt, rowAt, rows } from '../support/desk.ts';
import { chooseFile, dispatch, downloaded, linesOf, openFiles, searchOrders } from '../support/dispatch.ts';
import { csvOrders, figuresOf, figuresOnScreen, xlsxOrders } from '../support/exported.ts';
import { BROKEN_ROWS, brokenFile, DISTRICT, makeCouriers } from '../support/morning.ts';
import { WITH_MOTION } from '../support/motion.ts';
import { ownWord } from '../support/order-file.ts';
import { expect } from '../support/patience.ts';
import { openSession, test } from '../support/test.ts';

test.use(WITH_MOTION);

const pane = (page: Page) => page.getByRole('region', { name: 'Repartidores', exact: true });
const detail = (page: Page) => page.getByRole('complementary', { name: /^Orden D/ });

/** A courier's load as shown in the pane, with a capacity of twenty. */
const load = (orders: number): RegExp => new RegExp(`(?<!\\d)${orders}\\D+20 órd`);

/** Assigns the chosen orders to a courier with the button of the selection bar. */
async function assignChosen(page: Page, courier: MadeCourier): Promise<void> {
  await chosen(page).getByRole('button', { name: 'Asignar a…' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Repartidor', exact: true }).fill(courier.name);
  await page.getByRole('dialog').getByRole('option', { name: courier.name }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Scrolls the table with the wheel until a row is rendered, back if it went too far, and comes to rest there. */
async function wheelTo(page: Page, place: number): Promise<void> {
  await rows(page).first().hover();
  await expect(async () => {
    if ((await rowAt(page, place).count()) === 0) {
      const last = Number(await rows(page).last().getAttribute('aria-rowindex'));
      await page.mouse.wheel(0, last > place ? -500 : 500);
    }
    await rowAt(page, place).scrollIntoViewIfNeeded({ timeout: 500 });
  }).toPass();
}

/** Luis, a colleague of the same office, in another browser. */
async function colleague(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await openSession(page, 'luis');
  return page;
}

test('a dispatcher’s morning: import 300, create one, assign 200, conflict, export', async ({ page, browser, app }) => {
  test.setTimeout(600_000);
  const word = ownWord('Ma');
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const [north, south] = await makeCouriers(desk, word);
  await page.goto('/assing?oficina=LIMA&todas=1&orden=codigo');

  await test.step('imports 300 lines, reporting six invalid ones', async () => {
    await openFiles(page, 'Importar órdenes');
    const window = dispatch.imports(page);
    await chooseFile(page, brokenFile(word));
    await expect(window).toContainText('300 líneas: 294 correctas, 6 con errores');
    const broken = window.getByRole('region', { name: 'Líneas con errores', exact: true });
    await expect(broken.getByRole('row')).toHaveText([...BROKEN_ROWS]);
    const lines = await linesOf(
      await downloaded(page, () => window.getByRole('link', { name: 'Descargar las líneas con errores' }).click()),
    );
    expect(lines).toHaveLength(7);
    await window.getByRole('button', { name: 'Importar las 294 correctas' }).click();
    await expect(window.getByText('Se importaron 294 órdenes')).toBeVisible();
    await window.getByRole('button', { name: 'Cerrar', exact: true }).click();
    await searchOrders(page, word, '294 órdenes');
  });

  await test.step('creates one manually', async () => {
    await page.getByRole('button', { name: 'Nueva orden', exact: true }).click();
    const form = page.getByRole('form', { name: 'Datos de la orden', exact: true });
    await form.getByLabel('Destinatario', { exact: true }).fill(`${word} a mano`);
    await form.getByLabel('Dirección', { exact: true }).fill('Jr. Huaraz 1500');
    await form.getByLabel('Distrito', { exact: true }).fill(DISTRICT);
    await form.getByRole('option', { name: new RegExp(`^${DISTRICT} `) }).click();
    await form.getByLabel('Cliente', { exact: true }).fill('Bodega de Prueba');
    await form.getByLabel('Cobro contra entrega (S/)', { exact: true }).fill('25');
    await form.getByRole('button', { name: 'Crear orden', exact: true }).click();
    await expect(detail(page)).toContainText('S/ 25.00 contra entrega');
    await detail(page).getByRole('button', { name: 'Cerrar (Esc)' }).click();
    await expect(dispatch.count(page)).toHaveText('295 órdenes');
  });

  await test.step('selects 200 by click and Shift, and assigns them to one courier', async () => {
    await rowAt(page, 1).click();
    await wheelTo(page, 200);
    await rowAt(page, 200).click({ modifiers: ['Shift'] });
    await expect(chosen(page)).toContainText('200 órdenes');
    await assignChosen(page, north);
    await expect(receipt(page)).toContainText(`Asignar a ${north.name}`);
    await expect(receipt(page)).toContainText(`200 órdenes asignadas a ${north.name}`);
    await expect(rowAt(page, 200)).toContainText(north.name);
    await expect(rowAt(page, 201)).toContainText('Sin asignar');
    await expect(chosen(page)).toHaveCount(0);
  });

  const theirs = await browser.newContext({ baseURL: app.url, locale: 'es-PE' });
  await test.step('a colleague assigns one of three first, and it stays theirs', async () => {
    for (const place of [201, 202, 203]) await rowAt(page, place).click();
    await expect(chosen(page)).toContainText('3 órdenes');
    const code = (await rowAt(page, 202).getByRole('link').textContent()) ?? '';
    const luis = await colleague(theirs);
    await luis.goto(`/assing?todas=1&buscar=${code}`);
    await rows(luis).filter({ hasText: word }).click();
    await assignChosen(luis, south);
    await expect(receipt(luis)).toContainText('1 orden asignada');
    await expect(rowAt(page, 202)).toContainText(south.name);
    await expect(rowAt(page, 202)).toContainText(/cambió Luis/);

    await assignChosen(page, north);
    await expect(receipt(page)).toContainText(`2 órdenes asignadas a ${north.name} · 1 sin cambiar`);
    const line = receipt(page).getByRole('list', { name: 'Resultado por orden' }).getByRole('listitem').first();
    await expect(line).toContainText(code);
    await expect(line).toContainText(`la asignó a ${south.name}`);
    await expect(line).toContainText('Luis Quispe');
    await expect(chosen(page)).toContainText('1 orden');
  });

  await test.step('undoes the other two and leaves the colleague’s order', async () => {
    await receipt(page)
      .getByRole('button', { name: /^Deshacer/ })
      .click();
    await expect(receipt(page)).toContainText(`Deshacer: Asignar a ${north.name}`);
    await expect(receipt(page)).toContainText('2 órdenes cambiadas');
    for (const place of [201, 203]) await expect(rowAt(page, place)).toContainText('Sin asignar');
    await expect(rowAt(page, 202)).toContainText(south.name);
    await receipt(page).getByRole('button', { name: 'Cerrar la constancia' }).click();
    await chosen(page)
      .getByRole('button', { name: /^Quitar la selección/ })
      .click();
  });

  await test.step('transfers one courier’s whole load to the other', async () => {
    await pane(page).getByRole('textbox', { name: 'Buscar repartidor', exact: true }).fill(word);
    const from = pane(page).getByRole('listitem', { name: north.name, exact: true });
    await expect(from).toContainText(load(200));
    await from.getByRole('button', { name: `Acciones de ${north.name}` }).click();
    await page.getByRole('menuitem', { name: 'Mover carga…' }).click();
    const window = page.getByRole('dialog', { name: `Mover la carga de ${north.name}` });
    await window.getByRole('option', { name: south.name }).click();
    await expect(receipt(page)).toContainText(`Mover la carga de ${north.name} a ${south.name}`);
    await expect(receipt(page)).toContainText('200 órdenes cambiadas');
    await expect(pane(page).getByRole('listitem', { name: south.name, exact: true })).toContainText(load(201));
    await expect(from).toContainText(load(0));
  });

  await test.step('closes a delivery wrongly, and corrects it', async () => {
    await page.mouse.wheel(0, -20_000);
    await rows(page).first().hover();
    await page.mouse.wheel(0, -20_000);
    await rowAt(page, 1).getByRole('link').click();
    const change = async (name: string): Promise<void> => {
      await detail(page).getByRole('button', { name: 'Cambiar estado' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await change('Sale a ruta');
    await expect(rowAt(page, 1)).toContainText('En ruta');
    await change('Entregada…');
    const closing = page.getByRole('dialog', { name: /: Entregada$/ });
    await closing.getByRole('checkbox', { name: 'Yape', exact: true }).check();
    await closing.getByRole('button', { name: 'Marcar como entregada' }).click();
    await expect(detail(page)).toContainText('Cobrado S/ 10.50 por Yape');
    await change('Corregir…');
    const correcting = page.getByRole('dialog', { name: /^Corregir / });
    await correcting.getByRole('radio', { name: 'No entregada', exact: true }).check();
    await correcting.getByRole('radio', { name: 'Destinatario ausente', exact: true }).check();
    await correcting.getByLabel('Qué estaba mal').fill('Se marcó la orden del vecino');
    await correcting.getByRole('button', { name: 'Corregir', exact: true }).click();
    await expect(detail(page)).toContainText('Destinatario ausente');
    const history = detail(page).getByRole('list', { name: 'Historia' }).getByRole('listitem');
    await expect(history.first()).toContainText('«Se marcó la orden del vecino»');
    await expect(history.first()).toContainText('Ana Torres');
    await detail(page).getByRole('button', { name: 'Cerrar (Esc)' }).click();
    await expect(rowAt(page, 1)).toContainText('No entregada');
  });

  await test.step('exports files with the figures of the screen', async () => {
    await page.getByRole('checkbox', { name: 'Seleccionar todas las órdenes del resultado' }).click();
    await expect(chosen(page)).toContainText('295 órdenes');
    // 294 of S/ 10.50 and one of S/ 25; 200 were transferred, and one is the colleague's.
    const shown = { orders: 295, withoutCourier: 94, withCollect: 295, due: 311_200 };
    await expect.poll(() => figuresOnScreen(page)).toEqual(shown);

    const exports = dispatch.exports(page);
    await openFiles(page, 'Exportar órdenes');
    await exports.getByRole('radio', { name: /^CSV/ }).check();
    const csv = await csvOrders(
      await downloaded(page, () => exports.getByRole('button', { name: 'Exportar 295 órdenes' }).click()),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click();
    await openFiles(page, 'Exportar órdenes');
    const xlsx = await xlsxOrders(
      await downloaded(page, () => exports.getByRole('button', { name: 'Exportar 295 órdenes' }).click()),
    );
    expect(figuresOf(csv)).toEqual(shown);
    expect(figuresOf(xlsx)).toEqual(shown);
    for (const file of [csv, xlsx]) {
      expect(file.filter((order) => order['Repartidor'] === south.name)).toHaveLength(201);
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
  await theirs.close();
});
