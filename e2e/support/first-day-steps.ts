import { expect, type Page } from '@playwright/test';

/** Three lines as copied from a spreadsheet. */
const PEOPLE = `Nombre\tUsuario\tCargo\tPerfil
Luis Quispe\tluis\tD\tDespachador
Rosa Mamani\trosa\tC\tCaja
Elena Caja\telena\tJ\tSupervisor`;

/** A username and its temporary password. */
export type TemporaryPasswords = ReadonlyMap<string, string>;

/** Creates three people on «Personas» by pasting lines. @returns their temporary passwords. */
export async function createPeople(page: Page): Promise<TemporaryPasswords> {
  await page.getByRole('button', { name: 'Varias personas', exact: true }).click();
  await page.getByLabel('Pegue la lista').fill(PEOPLE);
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
  await expect(page.getByRole('table', { name: 'Personas de la oficina' }).getByRole('row')).toHaveCount(4);
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
