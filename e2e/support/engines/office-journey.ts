import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Desk, type NewCourier, type MadeOrder } from '../desk.ts';
import { orderFile, ownWord } from '../order-file.ts';
import { expect } from '../test.ts';
import { PEOPLE } from '../people.ts';
import { test } from '../test.ts';
import { unzipped } from '../zip.ts';
import { type Engine } from './engine.ts';
import { type Target } from './look.ts';
import { type Tab } from './tab.ts';

/** The inputs of a journey through the office. */
export interface Office {
  engine: Engine;
  /** Url of the gateway. */
  url: string;
  desk: Desk;
  /** In the name of each recipient, and of the courier. */
  tag: string;
  /** Three without a courier. */
  orders: readonly MadeOrder[];
  courier: NewCourier;
  /** Has a photo of another courier. */
  photographed: MadeOrder;
  photographer: NewCourier;
  /** An office whose permissions and settings no other journey changes. */
  other: string;
  /** Somebody of that office. */
  person: string;
  /** Folder of downloads. */
  folder: string;
}

const ROW: Target = { role: 'row', within: { role: 'grid', name: 'Órdenes' } };
const row = (text: string): Target => ({ ...ROW, text });
const button = (name: string | RegExp, within?: Target): Target => ({
  role: 'button',
  name,
  ...(within && { within }),
});
const textbox = (name: string | RegExp): Target => ({ role: 'textbox', name });
const RECEIPT: Target = { role: 'region', name: 'Constancia del cambio' };

async function signIn(tab: Tab, url: string): Promise<void> {
  await tab.goto(`${url}/auth/login`);
  const { sucursal, username, password } = PEOPLE.ana;
  await tab.fill(textbox('Sucursal'), sucursal);
  await tab.fill(textbox('Usuario'), username);
  await tab.fill(textbox('Contraseña'), password);
  await tab.click(button('Ingresar'));
}

/** Types into the field of the key «/», which does not work while the page is loading. */
async function search(tab: Tab, text: string): Promise<void> {
  const isFocused = async (): Promise<boolean> => {
    const isThere = await tab.evaluate(() => document.activeElement instanceof HTMLInputElement);
    if (!isThere) await tab.press('/');
    return isThere;
  };
  await expect.poll(isFocused, { intervals: [100] }).toBe(true);
  // Replaces a key that was pressed again while the field was opening.
  await tab.press('Control+a');
  await tab.type(text);
}

/** Assigns the focused order. */
async function assign(tab: Tab, courier: NewCourier): Promise<void> {
  await tab.press('a');
  await tab.see({ role: 'combobox', name: 'Repartidor', within: { role: 'dialog' } });
  await tab.type(courier.name);
  await tab.seeCount({ role: 'option', within: { role: 'dialog' } }, 1);
  await tab.press('Enter');
  await tab.seeNone({ role: 'dialog' });
}

/** A morning in the office, with all features that differ between browsers. */
export async function goThroughOffice(office: Office): Promise<void> {
  const { engine, url, desk, tag, orders, courier, photographed, photographer, other, person, folder } = office;
  const tab = await engine.open();

  await test.step('signs in and reads the Dashboard', async () => {
    await signIn(tab, url);
    await tab.seeText('Puntualidad');
    await tab.see({ role: 'heading', name: 'Dashboard' });
  });

  await test.step('assigns with keys and undoes it', async () => {
    await tab.goto(`${url}/assing?todas=1&orden=codigo`);
    await tab.see(textbox('Buscar orden'));
    await search(tab, tag);
    // With the row of the header: a part of the word finds others.
    await tab.seeCount(ROW, orders.length + 1);
    await tab.click(row(`${tag} 1`));
    await tab.press('ArrowDown');
    await tab.press(' ');
    await tab.see({ role: 'region', name: 'Órdenes seleccionadas', text: '2 órdenes' });
    await assign(tab, courier);
    await tab.see({ ...RECEIPT, text: courier.name });
    const assigned = (): Promise<(string | undefined)[]> =>
      Promise.all(orders.map(async ({ id }) => (await desk.order(id)).courier?.name));
    await expect.poll(assigned).toEqual([courier.name, courier.name, undefined]);
    await tab.press('u');
    await tab.see({ ...RECEIPT, text: 'Deshacer' });
    await expect.poll(assigned).toEqual([undefined, undefined, undefined]);
  });

  await test.step('imports a file and opens its orders', async () => {
    const word = ownWord('Im');
    const file = orderFile({ word, lines: 2, district: 'Breña' });
    const path = join(folder, file.name);
    await writeFile(path, file.buffer);
    await tab.click(button('Archivo'));
    await tab.click({ role: 'menuitem', name: 'Importar órdenes' });
    await tab.see(button('Seleccionar archivo'));
    await tab.setFile('[aria-label]', path);
    await tab.click(button(/^Importar 2 órdenes/));
    await tab.click(button(/^Ver las 2 órdenes importadas/));
    await tab.seeCount(row(word), 2);
  });

  await test.step('finds an order on the map', async () => {
    const { code } = photographed;
    await tab.goto(`${url}/map`);
    await tab.see({ role: 'application', name: /^Mapa de la oficina/ });
    await tab.fill({ role: 'combobox', name: '¿Dónde está mi pedido?' }, code);
    // A part of the code finds others.
    await tab.seeCount({ role: 'option' }, 1);
    await tab.click({ role: 'option', text: code });
    const panel: Target = { role: 'complementary', name: `Orden ${code}` };
    await tab.see({ role: 'region', name: 'Dónde está', within: panel });
    await expect.poll(() => tab.evaluate(countPainted)).toBeGreaterThan(1000);
  });

  await test.step('downloads photos as a ZIP', async () => {
    const { code } = photographed;
    await tab.goto(`${url}/images?vista=orden&repartidor=${photographer.id}`);
    await tab.click({ role: 'checkbox', name: `Seleccionar las fotos de ${code}` });
    await tab.click(button('Descargar ZIP'));
    const names = async (): Promise<string[]> => {
      const zip = (await readdir(folder)).find((name) => /^fotos-LIMA-.*\.zip$/.test(name));
      if (zip === undefined) throw new Error('no archive');
      return [...unzipped(await readFile(join(folder, zip))).keys()];
    };
    // Firefox creates an empty file first.
    const photo = expect.stringMatching(new RegExp(`^${code}/.*\\.jpg$`));
    await expect(async () => expect(await names()).toEqual([photo, 'indice.csv'])).toPass();
  });

  await test.step('saves permissions with the mouse and with keys', async () => {
    await tab.goto(`${url}/permissions?oficina=${other}`);
    const box: Target = { role: 'checkbox', name: `Imágenes, ${person}` };
    const before = (await tab.see(box)).checked;
    await tab.click(box);
    await tab.click(button(/^Guardar 1 cambio/));
    await tab.seeNone({ role: 'region', name: 'Cambios sin guardar' });
    expect((await tab.find(box)).checked).toBe(!before);
    await tab.click(box);
    await tab.see({ role: 'region', name: 'Cambios sin guardar' });
    await tab.press('Control+s');
    await tab.seeNone({ role: 'region', name: 'Cambios sin guardar' });
    expect((await tab.find(box)).checked).toBe(before);
  });

  await test.step('saves settings', async () => {
    const telephone = `9${String(Date.now()).slice(-8)}`;
    await tab.goto(`${url}/settings?oficina=${other}`);
    const form: Target = { role: 'form', name: 'Ajustes para repartidores' };
    await tab.fill(textbox(/^Teléfono de la oficina/), telephone);
    await tab.click(button('Guardar', form));
    await tab.see({ ...form, text: 'Ana Torres Villanueva los cambió' });
    await tab.goto(`${url}/settings?oficina=${other}`);
    expect((await tab.see(textbox(/^Teléfono de la oficina/))).value.replaceAll(' ', '')).toContain(telephone);
  });

  await test.step('sees a change and a sign-out of another tab', async () => {
    const address = `${url}/assing?todas=1&orden=codigo&buscar=${tag}`;
    await tab.goto(address);
    await tab.seeCount(row(tag), orders.length);
    const second = await engine.open();
    await second.goto(address);
    await second.click(row(`${tag} 1`));
    await assign(second, courier);
    await second.see({ ...row(`${tag} 1`), text: courier.name });
    await tab.show();
    await tab.see({ ...row(`${tag} 1`), text: courier.name });
    await tab.click(button('Acciones'));
    await tab.click({ role: 'menuitem', name: 'Salir' });
    await tab.see(textbox('Usuario'));
    await second.show();
    await second.see(textbox('Usuario'));
  });
}

/** Counts the opaque pixels of a map. Runs in the page. */
function countPainted(): number {
  return [...document.querySelectorAll<HTMLCanvasElement>('.leaflet-container canvas')]
    .filter(({ width, height }) => width * height > 0)
    .map((canvas) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let painted = 0;
      for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) painted += 1;
      return painted;
    })
    .reduce((sum, count) => sum + count, 0);
}
