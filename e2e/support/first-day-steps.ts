import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { type KillableBackend } from './stack.ts';

export const PASSWORD = 'lluvia sobre tejados 41';
/** Every module. */
const MODULES = 'D01,D02,D03,D04,D05,D06,M01,U01,T02,000,G01';

const RUC = '20100047218';

/** Creates an office of the company, and the company with the first one. */
export async function createOffice(backend: KillableBackend, id: string, name: string): Promise<void> {
  const office = { ruc: RUC, company: 'Courier Andino S.A.C.', id, name, province: 'Lima' };
  await backend.command(['office', 'create', ...Object.entries(office).flatMap(([key, value]) => [`--${key}`, value])]);
}

/** Creates a user, of LIMA by default. */
export async function createUser(
  backend: KillableBackend,
  user: { username: string; name: string; charge: string; modules: string; temporary?: 'yes'; office?: string },
): Promise<void> {
  const options = Object.entries({ office: 'LIMA', ...user }).flatMap(([name, value]) => [`--${name}`, value]);
  await backend.command(['user', 'create', ...options], PASSWORD);
}

/** The two commands that an operator enters on an empty installation. */
export async function install(backend: KillableBackend): Promise<void> {
  await createOffice(backend, 'LIMA', 'Lima');
  await createUser(backend, { username: 'sonia', name: 'Sonia Ramos', charge: 'S', modules: MODULES });
}

/** Fills in the sign-in form and sends it. */
export async function enter(
  page: Page,
  { sucursal, username, password }: { sucursal: string; username: string; password: string },
): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Sucursal').fill(sucursal);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click();
}

/** Three people as copied from a spreadsheet. @param profile of the last one. */
const people = (profile: string): string => `Nombre\tUsuario\tCargo\tPerfil
Luis Quispe\tluis\tD\tDespachador
Rosa Mamani\trosa\tC\tCaja
Elena Caja\telena\tJ\t${profile}`;

/** A username and its temporary password. */
export type TemporaryPasswords = ReadonlyMap<string, string>;

/** Creates three people on «Personas» by pasting lines, one of which is first invalid. @returns their temporary passwords. */
export async function createPeople(page: Page): Promise<TemporaryPasswords> {
  await page.getByRole('button', { name: 'Varias personas', exact: true }).click();
  await page.getByLabel('Pegue la lista').fill(people('Gerente'));
  await page.getByRole('button', { name: 'Revisar la lista', exact: true }).click();
  await expect(page.getByText('2 personas · 1 fila por corregir')).toBeVisible();
  await expectAccessible(page, 'dialog');
  await page.getByRole('button', { name: 'Seleccionar otro archivo' }).click();
  await page.getByLabel('Pegue la lista').fill(people('Supervisor'));
  await page.getByRole('button', { name: 'Revisar la lista', exact: true }).click();
  await page.getByRole('button', { name: 'Crear 3 personas', exact: true }).click();
  const shown = page.getByRole('region', { name: 'Contraseñas temporales' });
  await expect(shown.getByRole('row')).toHaveCount(4);
  const passwords = new Map<string, string>();
  for (const row of (await shown.getByRole('row').all()).slice(1)) {
    // Office, username, password.
    const [, username = '', password = ''] = await row.locator('code').allTextContents();
    passwords.set(username, password);
  }
  await page.getByRole('button', { name: 'Listo', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Personas de la oficina' }).getByRole('row')).toHaveCount(4);
  return passwords;
}

/** Client of the first line of the file. */
export const FIRST_CLIENT = 'Boticas Aurora 1';

const CLIENTS = [
  'Nombre;Contacto;Teléfono;Dirección;Distrito',
  ...Array.from(
    { length: 20 },
    (_, at) => `Boticas Aurora ${at + 1};Ana Ríos;98765430${at % 10};Jr. Puno ${at + 1};Miraflores`,
  ),
].join('\r\n');

/** Imports twenty clients on «Clientes» from a CSV file. */
export async function importClients(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const window = page.getByRole('dialog', { name: 'Importar clientes' });
  await window
    .getByLabel('Archivo de clientes')
    .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(CLIENTS) });
  await window.getByRole('button', { name: 'Crear 20 clientes', exact: true }).click();
  await expect(window.getByText(/^Se crearon 20 clientes/)).toBeVisible();
  await window.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  await expect(page.getByRole('table', { name: 'Clientes' }).getByText(FIRST_CLIENT, { exact: true })).toBeVisible();
}
