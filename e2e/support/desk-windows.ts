import { type Locator, type Page } from '@playwright/test';
import { chosen as bar, Desk, receipt, rows, uniqueTag } from './desk.ts';
import { chooseFile, dispatch, openFiles } from './dispatch.ts';
import { COLUMN, orderFile, ownWord } from './order-file.ts';
import { expect } from './patience.ts';
import { type Overlay } from './windows.ts';

/* Everything that comes up over Asig. Orden(B), each with orders of its own where it needs orders in some state. */

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true });
const item = (page: Page, name: string | RegExp): Locator => page.getByRole('menuitem', { name });

/** A phone shows one pane at a time. */
async function showPane(page: Page, name: 'Órdenes' | 'Repartidores' | 'Mapa'): Promise<void> {
  const choice = page.getByRole('group', { name: 'Vista', exact: true }).getByRole('button', { name });
  if (await choice.isVisible()) await choice.click();
  const both = button(page.getByRole('group', { name: 'Panel lateral' }), name);
  if (name !== 'Órdenes' && (await both.isVisible())) await both.click();
}

async function choose(page: Page, count: number): Promise<void> {
  for (let row = 0; row < count; row += 1)
    await rows(page)
      .nth(row)
      .locator('[role=gridcell]')
      .first()
      .click({ position: { x: 18, y: 18 } });
  await bar(page).waitFor();
}

interface Prepared {
  desk: Desk;
  tag: string;
  ids: readonly string[];
  /** The name of the courier who has the orders; empty for none. */
  courier: string;
}

/** Makes orders, gives them to a courier of their own where one is wanted, and shows exactly these. */
async function withOrders(page: Page, count: number, isAssigned = false, more: object = {}): Promise<Prepared> {
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, count, more);
  const courier = isAssigned ? `Rosa Huamán ${tag.slice(2, 6)}` : '';
  if (isAssigned) await desk.assign(orders, (await desk.makeCourier(courier)).id);
  await page.goto(`/assing?todas=1&buscar=${tag}&orden=codigo`);
  await expect(rows(page)).toHaveCount(count);
  return { desk, tag, courier, ids: orders.map(({ id }) => id) };
}

/** Chooses all, sends them on their way, and chooses them again: what has not left the house cannot be closed. */
async function chooseOnTheWay(page: Page, count: number): Promise<void> {
  await choose(page, count);
  await button(bar(page), 'Cambiar estado').click();
  await item(page, /^Sale a ruta/).click();
  await expect(rows(page).filter({ hasText: 'En ruta' })).toHaveCount(count);
  await bar(page).waitFor({ state: 'hidden' });
  await choose(page, count);
}

async function openState(page: Page, what: string): Promise<void> {
  await button(bar(page), 'Cambiar estado').click();
  await item(page, what).click();
  await page.getByRole('dialog').waitFor();
}

async function openSide(page: Page, what: string): Promise<void> {
  await showPane(page, 'Repartidores');
  await button(page, 'Más de repartidores').click();
  await item(page, what).click();
  await page.getByRole('dialog').waitFor();
}

/** A courier of its own with three orders, as the only one of the pane. */
async function showLoaded(page: Page): Promise<Locator> {
  const { courier } = await withOrders(page, 3, true);
  await showPane(page, 'Repartidores');
  const pane = page.getByRole('region', { name: 'Repartidores', exact: true });
  await pane.getByRole('textbox', { name: 'Buscar repartidor' }).fill(courier);
  await expect(pane.getByRole('listitem')).toHaveCount(1);
  return pane.getByRole('listitem');
}

async function openCourierMenu(page: Page): Promise<void> {
  await (await showLoaded(page)).getByRole('button', { name: /^Acciones de/ }).click();
}

async function openViews(page: Page, what?: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Vista/ })
    .click();
  if (what) await item(page, what).click();
}

async function assignOne(page: Page): Promise<void> {
  await choose(page, 1);
  await page.keyboard.press('a');
  const choice = page.getByRole('dialog').getByRole('combobox');
  await choice.fill('a');
  await page.getByRole('dialog').getByRole('option').first().click();
  await receipt(page).waitFor();
}

const ASSIGN = '/assing?oficina=LIMA';

export const DESK_OVERLAYS: readonly Overlay[] = [
  ...(
    [
      ['couriers-pane', (page) => showPane(page, 'Repartidores')],
      ['map-pane', (page) => showPane(page, 'Mapa')],
      ['chosen', (page) => choose(page, 5)],
      [
        'order',
        async (page) => {
          await rows(page).nth(1).getByRole('link').click();
          await page.getByRole('complementary', { name: /^Orden D/ }).waitFor();
          await page.getByRole('heading', { name: 'Historia' }).waitFor();
        },
      ],
      ['filters', (page) => button(dispatch.filters(page), /^Filtros/).click()],
      ['views-menu', (page) => openViews(page)],
      ['views-save', (page) => openViews(page, 'Guardar como vista nueva')],
      ['files-menu', (page) => button(page.getByRole('banner'), 'Archivo').click()],
      ['import', (page) => openFiles(page, 'Importar órdenes')],
      [
        'import-broken',
        async (page) => {
          await openFiles(page, 'Importar órdenes');
          const broken = {
            4: [COLUMN.date, '31/02/2026'],
            9: [COLUMN.collect, 'diez'],
            11: [COLUMN.district, 'Atlántida'],
          } as const;
          await chooseFile(page, orderFile({ word: ownWord('Foto'), lines: 14, district: 'Miraflores', broken }));
          await expect(dispatch.imports(page)).toContainText('14 líneas');
        },
      ],
      [
        'import-unreadable',
        async (page) => {
          await openFiles(page, 'Importar órdenes');
          await chooseFile(page, { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') });
          await expect(dispatch.imports(page).getByRole('alert')).toContainText('no es CSV');
        },
      ],
      [
        'import-done',
        async (page) => {
          await openFiles(page, 'Importar órdenes');
          await chooseFile(page, orderFile({ word: ownWord('Foto'), lines: 2, district: 'Miraflores' }));
          await button(dispatch.imports(page), 'Importar 2 órdenes').click();
          await dispatch.imports(page).getByText('Se importaron 2 órdenes').waitFor();
        },
      ],
      ['export', (page) => openFiles(page, 'Exportar órdenes')],
      ['couriers', (page) => openSide(page, 'Administrar repartidores')],
      [
        'courier-form',
        async (page) => {
          await openSide(page, 'Administrar repartidores');
          await button(page.getByRole('dialog'), 'Nuevo repartidor').click();
          await page.getByLabel('Placa').fill('??');
          await button(page.getByRole('dialog'), 'Crear repartidor').click();
        },
      ],
      ['reasons', (page) => openSide(page, 'Motivos de no entrega')],
      ['keys', (page) => openSide(page, 'Teclas de esta sección')],
      ['history-none', (page) => openSide(page, 'Últimas acciones')],
      [
        'side-menu',
        async (page) => showPane(page, 'Repartidores').then(() => button(page, 'Más de repartidores').click()),
      ],
      ['courier-menu', (page) => openCourierMenu(page)],
      [
        'move-load',
        async (page) => {
          await openCourierMenu(page);
          await item(page, 'Mover carga…').click();
          await page.getByRole('dialog').waitFor();
        },
      ],
      [
        'stops',
        async (page) => {
          await (await showLoaded(page)).getByRole('button').first().click();
          await page.getByRole('list', { name: /^Paradas de/ }).waitFor();
        },
      ],
    ] as const satisfies [string, (page: Page) => Promise<unknown>][]
  ).map(([name, open]): Overlay => ({
    name: `desk-${name}`,
    path: ASSIGN,
    who: 'ana',
    open: async (page) => {
      await open(page);
    },
  })),
  {
    name: 'desk-assign',
    path: `${ASSIGN}&estado=pendiente`,
    who: 'ana',
    open: async (page) => {
      await choose(page, 4);
      await page.keyboard.press('a');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'desk-suggest',
    path: `${ASSIGN}&estado=pendiente`,
    who: 'ana',
    open: async (page) => {
      await choose(page, 8);
      await page.keyboard.press('s');
      const plan = page.getByRole('dialog');
      await button(plan, /^Asignar \d/).waitFor();
      await plan.getByRole('region').getByRole('button', { expanded: false }).first().click();
    },
  },
  {
    name: 'desk-new-order',
    path: `${ASSIGN}&nueva=1`,
    who: 'ana',
    open: async (page) => {
      await page.getByRole('form', { name: 'Datos de la orden' }).waitFor();
    },
  },
  {
    name: 'desk-new-order-errors',
    path: `${ASSIGN}&nueva=1`,
    who: 'ana',
    open: async (page) => {
      await page.getByLabel('Cobro contra entrega (S/)').fill('gratis');
      await button(page, 'Crear orden').click();
    },
  },
  {
    name: 'desk-conflict',
    path: ASSIGN,
    who: 'ana',
    open: async (page) => {
      const { desk, tag, ids } = await withOrders(page, 1);
      const [id = ''] = ids;
      await page.goto(`/assing?todas=1&buscar=${tag}&editar=${id}`);
      const form = page.getByRole('form', { name: 'Datos de la orden' });
      await form.getByLabel('Nota', { exact: true }).fill('Llamar al llegar');
      const { version } = await desk.order(id);
      await desk.send(`orders/${id}`, { version, changes: { note: 'Dejar en portería', packages: 3 } }, 'PATCH');
      await button(form, 'Guardar cambios').click();
      await form.getByRole('alert', { name: /cambió la orden/ }).waitFor();
    },
  },
  {
    name: 'desk-close-paid',
    path: ASSIGN,
    who: 'ana',
    open: async (page) => {
      await withOrders(page, 1, true, { collectDue: 4590 });
      await chooseOnTheWay(page, 1);
      await openState(page, 'Entregada');
    },
  },
  {
    name: 'desk-close-reason',
    path: ASSIGN,
    who: 'ana',
    open: async (page) => {
      await withOrders(page, 2, true);
      await chooseOnTheWay(page, 2);
      await openState(page, 'No entregada');
    },
  },
  {
    name: 'desk-correct',
    path: `${ASSIGN}&estado=entregada`,
    who: 'ana',
    open: async (page) => {
      await choose(page, 1);
      await openState(page, 'Corregir');
    },
  },
  {
    name: 'desk-cancel',
    path: `${ASSIGN}&estado=pendiente`,
    who: 'ana',
    open: async (page) => {
      await choose(page, 2);
      await openState(page, 'Anular');
    },
  },
  {
    name: 'desk-receipt',
    path: ASSIGN,
    who: 'ana',
    open: async (page) => {
      await withOrders(page, 1);
      await assignOne(page);
      await expect(receipt(page)).toContainText('1 orden cambiada');
    },
  },
  {
    name: 'desk-receipt-refused',
    path: ASSIGN,
    who: 'ana',
    open: async (page) => {
      const { desk, ids } = await withOrders(page, 3);
      const [first] = await Promise.all(ids.map((id) => desk.order(id)));
      const intervene = async (): Promise<void> => {
        if (first) await desk.send(`orders/${first.id}`, { version: first.version, changes: { note: 'ya' } }, 'PATCH');
      };
      await page.route(
        '**/api/assignments?*',
        async (route) => {
          await intervene();
          await route.continue();
        },
        { times: 1 },
      );
      await choose(page, 2);
      await assignOne(page);
      await expect(receipt(page)).toContainText('sin cambiar');
    },
  },
  {
    name: 'desk-nothing-found',
    path: `${ASSIGN}&buscar=zzzzzz`,
    who: 'ana',
    open: async (page) => {
      await page.getByText('Ninguna orden cumple los filtros').waitFor();
    },
  },
  {
    name: 'desk-narrowed',
    path: `${ASSIGN}&marca=con_cobro,-con_nota&distrito=150122`,
    who: 'ana',
    open: async (page) => {
      await expect(dispatch.count(page)).not.toBeEmpty();
    },
  },
  {
    name: 'desk-sheet',
    path: ASSIGN,
    who: 'ana',
    open: async (page) => {
      await openCourierMenu(page);
      await item(page, 'Hoja de ruta').click();
      await page.getByRole('article', { name: /^Hoja de ruta/ }).waitFor();
    },
  },
  {
    name: 'desk-sheet-printed',
    path: ASSIGN,
    who: 'ana',
    open: async (page) => {
      await openCourierMenu(page);
      await item(page, 'Hoja de ruta').click();
      await page.getByRole('article', { name: /^Hoja de ruta/ }).waitFor();
      await page.emulateMedia({ media: 'print' });
    },
  },
];
