import { type Page } from '@playwright/test';
import { chosen, Desk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { chooseFile, dispatch, openFiles } from '../support/dispatch.ts';
import { enter, install, PASSWORD } from '../support/first-day-steps.ts';
import { todayInPeru } from '../support/order-file.ts';
import { KillableBackend } from '../support/stack.ts';
import { expect, expectAccessibleInBothThemes, test as base } from '../support/test.ts';

/** Time for a backend to start in milliseconds. */
const STARTING = 180_000;

// Of its own: the window lists all addresses of an office, also those of other tests.
const test = base.extend<object, { backend: KillableBackend }>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs.
    async ({}, use) => {
      const backend = new KillableBackend({ DEMO: '0' });
      await backend.start();
      await install(backend);
      await use(backend);
      await backend.end();
    },
    { scope: 'worker', timeout: STARTING },
  ],
});

test.describe.configure({ timeout: STARTING });

/** The streets of the shop's clients, from south to north. */
const STREETS = ['Av. José Larco', 'Jr. Manuel Bonilla', 'Calle Alcanfores', 'Av. Ricardo Palma'];

/** Numbers of doors that the office knows, 100 m apart. */
const KNOWN = [100, 200, 300, 400];

const doorOf = (street: number, number: number) => ({ lat: -12.12 + number / 111_000, lng: -77.035 + street * 0.003 });

/** Doors that are known, in another spelling, doors between them, and one or two beyond each street's last one. */
const NUMBERS = [100, 120, 140, 160, 180, 200, 220, 240, 300, 320, 340, 360, 400];
const BEYOND = [1400, 1600];

const MOST_KEYS = 40;

/** A shop's file without coordinates. */
function shopFile(word: string): { name: string; mimeType: string; buffer: Buffer } {
  const addresses = STREETS.flatMap((street) =>
    [...NUMBERS, ...BEYOND].map((number) => `${street.toUpperCase()} N° ${number}`),
  );
  const lines = addresses.map((address, at) =>
    ['Tienda de prueba', `${word} ${at + 1}`, '987 654 321', address, 'Miraflores', todayInPeru()].join(';'),
  );
  const header = 'Cliente;Destinatario;Teléfono;Dirección;Distrito;Fecha';
  return { name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from([header, ...lines, ''].join('\r\n')) };
}

const window = (page: Page) => page.getByRole('dialog', { name: 'Por ubicar' });
const options = (page: Page) => window(page).getByRole('option');

test("a shop's file without coordinates is located by a few keys, selected on the map and assigned", async ({
  page,
}) => {
  await enter(page, { sucursal: 'LIMA', username: 'sonia', password: PASSWORD });
  await expect(page).toHaveURL(/dashboard/);
  const desk = new Desk(page);
  const word = uniqueTag();
  const courier = await desk.makeCourier(`${word} Repartidora`, 200);
  for (const [street, name] of STREETS.entries())
    for (const number of KNOWN)
      await desk.makeOrders(`${word} conocida`, 1, {
        place: { address: `${name} ${number}`, reference: null, ubigeo: '150122', point: doorOf(street, number) },
      });

  await page.goto('/assing');
  await openFiles(page, 'Importar órdenes');
  await chooseFile(page, shopFile(word));
  const imports = dispatch.imports(page);
  await imports.getByRole('button', { name: 'Importar 60 órdenes' }).click();
  await expect(imports.getByText('Se importaron 60 órdenes')).toBeFocused();

  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };

  await test.step('only what is not known is asked, and every answer takes two keys', async () => {
    // It follows its own read.
    const locate = imports.getByRole('button', { name: 'Ubicarlas (8)' });
    await expect(locate).toBeVisible();
    await press('Tab');
    await expect(locate).toBeFocused();
    await press('Enter');
    await expect(options(page)).toHaveCount(8);
    await expect(options(page).first()).toBeFocused();
    await expect(window(page).getByRole('button', { name: /^1 Calle/ })).toBeVisible();
    await expectAccessibleInBothThemes(page, 'dialog');
    for (let left = 8; left > 0; left -= 1) {
      await expect(options(page)).toHaveCount(left);
      await press('1');
      await expect(window(page).getByRole('button', { name: /^1 Calle/ })).toHaveAttribute('aria-pressed', 'true');
      await press('Enter');
    }
    await expect(window(page).getByText('No hay direcciones por ubicar')).toBeVisible();
    await press('Escape');
    await expect(window(page)).toBeHidden();
    expect(keys).toBeLessThanOrEqual(MOST_KEYS);
  });

  await test.step('a rectangle on the map selects them, and they are assigned', async () => {
    await page.goto(`/assing?todas=1&buscar=${word}`);
    await expect(dispatch.count(page)).toHaveText('76 órdenes');
    const map = page.getByRole('application', { name: /^Mapa de las órdenes/ });
    await expect(map.getByText('Natural Earth')).toBeAttached();
    const box = await map.boundingBox();
    if (!box) throw new Error('The map is not there');
    await map.getByRole('button', { name: /^Seleccionar un área/ }).click();
    await page.mouse.move(box.x + 3, box.y + 3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 3, box.y + box.height - 3, { steps: 5 });
    await page.mouse.up();
    await expect(chosen(page)).toContainText('76 órdenes');
    await rows(page).first().focus();
    await page.keyboard.press('a');
    const assign = page.getByRole('dialog', { name: 'Asignar 76 órdenes' });
    await expect(assign.getByRole('combobox', { name: 'Repartidor', exact: true })).toBeFocused();
    await page.keyboard.type(courier.name);
    await page.keyboard.press('Enter');
    await expect(receipt(page)).toContainText('76 órdenes asignadas');
  });
});
