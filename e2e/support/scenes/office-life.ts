import { type PeoplePage } from '@despacho/contracts/dispatch';
import { type Page } from '@playwright/test';
import { openCouriers } from './desk-actions.ts';
import { type Scene } from './scene.ts';

type Open = (page: Page) => Promise<unknown>;

/** A scene of one who runs an office. */
const scene = (name: string, path: string, act: Open = () => Promise.resolve()): Scene => ({
  name: `office-${name}`,
  path,
  who: 'ana',
  open: async (page) => {
    await act(page);
    return undefined;
  },
});

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

const PEOPLE = '/permissions?oficina=LIMA&vista=personas';
const LINES =
  'Nombre\tUsuario\tCargo\tPerfil\nRosa Quispe Ñahui\trosa.quispe\tD\tDespachador\nEva Ríos\t\tC\tGerente\n';
const CLIENTS = `Código;Nombre;RUC o DNI;Dirección;Distrito;Horario;Teléfono
;Boticas de la Foto;20100047218;Jr. Puno 12;Miraflores;L-V 8-18;
;Bodega con un nombre bastante largo para la columna S.A.C.;20100047219;Av. Larco 345;Miraflores;;
;Librería de la Foto;;Calle Lima 1;Atlántida;cuando se pueda;
C0001;Nombre cambiado en el archivo;;;;;987 654 321`;
const COURIERS = `Nombre;Vehículo;Placa;Teléfono;Zonas;Vence el SOAT;Color
Hugo Paredes Foto;moto;1234-AB;987654321;;24/11/2027;rojo
Luz Mamani Foto;cohete;;12;Marte;ayer;azul
Luis Quispe;moto;;;;;`;

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const couriers =
  (act: Open): Open =>
  async (page) => {
    await openCouriers(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Nuevo repartidor' }).waitFor();
    await act(page);
  };

const clientAct = (name: string) =>
  scene(`client-${name.toLowerCase().replaceAll(' ', '-')}`, '/clients/5001', press(name));

const DAY = 24 * 3_600_000;

/** Some people lack a required second factor, and the company has no passwords. */
async function withoutFactors(page: Page): Promise<void> {
  await page.route('**/api/people?*', async (route) => {
    if (route.request().method() === 'POST') {
      const people = [{ id: '999', name: 'Eva Paz Rojas', username: 'eva.paz', temporary: null }];
      await route.fulfill({ json: { people, byUsername: false } });
      return;
    }
    const response = await route.fetch();
    const list = (await response.json()) as PeoplePage;
    const factorBy = [-1, 12].map((days) => new Date(Date.now() + days * DAY).toISOString());
    const people = list.people.map((each, at) => ({ ...each, factorBy: factorBy[at - 2] ?? null }));
    const counts = { ...list.counts, withoutFactor: 2 };
    await route.fulfill({ response, json: { ...list, people, counts, byUsername: false } });
  });
  await page.route('**/api/auth/provider', (route) =>
    route.fulfill({ json: { label: 'Cuenta de Courier Andino', since: null, hasPassword: true } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Sin segundo paso 2' }).waitFor();
}

/** A history with what people do to how somebody signs in. */
async function showFactorHistory(page: Page): Promise<void> {
  const kinds = ['factor.added', 'factor.removed', 'factor.permitted', 'provider.invited'];
  await page.route('**/api/people/*/history?*', (route) => {
    const [by, before, after, lines] = [{ username: 'ana', user: 'Ana Torres Villanueva' }, {}, {}, null];
    const changes = kinds.map((kind, id) => ({
      ...{ id: String(id), at: '2026-11-03T15:12:00.000Z', kind, by, before, after, lines },
    }));
    return route.fulfill({ json: { changes, days: 365 } });
  });
  await press(/^Historia de Luis Quispe/)(page);
}

/** Screens and windows of those who run an office: people, passwords, clients, couriers, offices and the trail. */
export const OFFICE_LIFE: readonly Scene[] = [
  scene('people', PEOPLE),
  scene('people-none', PEOPLE, (page) => page.getByLabel('Buscar usuario').fill('zzz')),
  scene('people-factors', PEOPLE, withoutFactors),
  scene('person-invited', PEOPLE, async (page) => {
    await withoutFactors(page);
    await press('Nueva persona')(page);
    await page.getByLabel('Nombre y apellidos').fill('Eva Paz Rojas');
    await page.getByLabel('Usuario', { exact: true }).fill('eva.paz');
    await press('Crear persona')(page);
    await page.getByRole('dialog', { name: 'Persona creada' }).waitFor();
  }),
  scene('person-factor-history', PEOPLE, showFactorHistory),
  scene('person', PEOPLE, press(/^Editar a Luis Quispe/)),
  scene('person-leave', PEOPLE, async (page) => {
    await press(/^Editar a Luis Quispe/)(page);
    await page.getByRole('button', { name: 'Retirar', exact: true }).scrollIntoViewIfNeeded();
  }),
  scene('person-link', PEOPLE, async (page) => {
    await press(/^Editar a Luis Quispe/)(page);
    await press(/enlace/i)(page);
  }),
  scene('person-disable', PEOPLE, press(/^Desactivar a Luis Quispe/)),
  scene('person-history', PEOPLE, press(/^Historia de Luis Quispe/)),
  scene('person-new', PEOPLE, async (page) => {
    await press('Nueva persona')(page);
    await press('Crear persona')(page);
  }),
  scene('person-taken', PEOPLE, async (page) => {
    await press('Nueva persona')(page);
    await page.getByLabel('Nombre y apellidos').fill('Luis Quispe');
    await page.getByLabel('Usuario', { exact: true }).fill('luis_quispe');
    await press('Crear persona')(page);
    await page.getByRole('button', { name: /^Usar luis/ }).scrollIntoViewIfNeeded();
  }),
  scene('person-unused', PEOPLE, async (page) => {
    await page.route('**/api/people?*', async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as PeoplePage;
      await route.fulfill({
        response,
        json: { ...list, people: list.people.map((each) => ({ ...each, unused: true })) },
      });
    });
    await page.reload();
    await press(/^Editar a Rosa Mamani/)(page);
    await page.getByRole('button', { name: 'Eliminar', exact: true }).scrollIntoViewIfNeeded();
  }),
  scene('people-many', PEOPLE, async (page) => {
    await press('Varias personas')(page);
    await page.getByLabel('Pegue la lista').fill(LINES);
    await press('Revisar la lista')(page);
    await page.getByRole('button', { name: 'Cambiar columnas' }).waitFor();
  }),
  scene('people-many-text', PEOPLE, press('Varias personas')),
  scene('profiles', PEOPLE, press('Perfiles')),
  scene('password', '/sesiones', async (page) => {
    await press('Cambiar contraseña')(page);
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('despacho2026');
    await page.getByLabel('Repita la contraseña nueva').fill('otra');
    await page.getByLabel('Repita la contraseña nueva').press('Enter');
  }),
  scene('records', '/records'),
  scene('records-none', '/records?persona=nadie'),
  scene('settings', '/settings?oficina=LIMA'),
  scene('settings-down', '/settings?oficina=LIMA', (page) =>
    page.getByRole('main').locator('h2, h3').last().scrollIntoViewIfNeeded(),
  ),
  scene('office-new', '/settings?oficina=LIMA', press('Nueva oficina')),
  scene('office-acts', '/settings?oficina=LIMA', press(/^Acciones de Arequipa/)),
  scene('clients', '/clients'),
  scene('client-new', '/clients', async (page) => {
    await press('Nuevo cliente')(page);
    await page.getByRole('dialog').waitFor();
  }),
  scene('clients-import', '/clients', press('Importar')),
  scene('clients-import-columns', '/clients', async (page) => {
    await press('Importar')(page);
    await page.getByLabel('Archivo de clientes').setInputFiles(file('clientes.csv', CLIENTS));
    await press('Cambiar columnas')(page);
  }),
  scene('clients-import-lines', '/clients', async (page) => {
    await press('Importar')(page);
    await page.getByLabel('Archivo de clientes').setInputFiles(file('clientes.csv', CLIENTS));
    await page.getByRole('button', { name: 'Cambiar columnas' }).waitFor();
  }),
  scene('client', '/clients/5001'),
  scene('client-notes', '/clients/5001', async (page) => {
    const edit = press('Editar notas y fotos exigidas');
    await edit(page);
    const notes = page.getByRole('textbox', { name: 'Notas', exact: true });
    await notes.fill('Recibe por la puerta de atrás; el timbre no suena.');
    await press('Guardar')(page);
    await notes.waitFor({ state: 'hidden' });
    await edit(page);
    await page.getByRole('button', { name: 'Quitar notas y fotos exigidas' }).scrollIntoViewIfNeeded();
  }),
  clientAct('Editar'),
  clientAct('Unir un duplicado'),
  clientAct('Historia'),
  clientAct('Desactivar'),
  scene(
    'couriers',
    '/assing?oficina=LIMA',
    couriers(() => Promise.resolve()),
  ),
  scene('courier-record', '/assing?oficina=LIMA', couriers(press(/^Ficha: ausencias/))),
  scene(
    'courier-edit',
    '/assing?oficina=LIMA',
    couriers((page) => press(/^Editar a/)(page)),
  ),
  scene('attendance', '/assing?oficina=LIMA', couriers(press('Asistencia'))),
  scene(
    'couriers-import',
    '/assing?oficina=LIMA',
    couriers(async (page) => {
      await press('Importar')(page);
      await page.getByLabel('Archivo de repartidores').setInputFiles(file('repartidores.csv', COURIERS));
      await page.getByRole('button', { name: 'Cambiar columnas' }).waitFor();
    }),
  ),
  scene('reset-link', `/auth/password#${'a'.repeat(43)}`),
  scene('reset-link-wrong', '/auth/password'),
  scene('company-invitation', `/entrar/proveedor#${'a'.repeat(43)}`),
  scene('company-nothing', '/entrar/proveedor'),
];
