import { type BrowserContext, type Locator, type Page } from '@playwright/test';
import { Authenticator } from '@despacho/tooling/stack/authenticator';
import { checkOnPhone } from '../support/check-on-phone.ts';
import { moveClock } from '../support/clock.ts';
import { createOffice, createUser, enter, install, PASSWORD } from '../support/first-day-steps.ts';
import { enter as press, tabTo, takeFromMenu, watchPointers } from '../support/keyboard.ts';
import { KillableBackend } from '../support/stack.ts';
import { expect, test as base } from '../support/test.ts';

const MOVED: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=${new URL('../support/moved-clock.ts', import.meta.url).href}`,
};
/** Time for a backend to start in milliseconds. */
const STARTING = 180_000;
const MINUTE = 60_000;

const test = base.extend<object, { backend: KillableBackend }>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs.
    async ({}, use) => {
      const backend = new KillableBackend({ DEMO: '0', ...MOVED });
      await backend.start();
      await install(backend);
      await use(backend);
      await backend.end();
    },
    { scope: 'worker', timeout: STARTING },
  ],
});
test.use({ settings: MOVED });
// The tests share a service, and the last one moves its clock.
test.describe.configure({ timeout: STARTING, mode: 'default' });
test.beforeEach(({ watched }) => {
  watched.expectConsole(/\/api\/(auth|people|events)/);
});

const accountOf = (username: string, sucursal = 'LIMA') => ({ sucursal, username, password: PASSWORD });
const keyOf = async (page: Page): Promise<string> =>
  ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '');
const code = (page: Page): Locator => page.getByLabel('Código de 6 números');
const actions = (page: Page): Locator => page.getByRole('button', { name: 'Acciones', exact: true });

/** Signs in by keyboard, to the page or to the next step. */
async function enterByKeys(page: Page, username: string): Promise<void> {
  await page.goto('/auth/login');
  for (const [label, text] of [
    ['Sucursal', 'LIMA'],
    ['Usuario', username],
    ['Contraseña', PASSWORD],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await field.waitFor();
    // The branch is remembered.
    if ((await field.inputValue()) === text) continue;
    if (!(await field.evaluate((each) => each === document.activeElement))) await tabTo(page, field);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
}

/** Chooses an item of the menu «Acciones», which is before the section that has the focus. */
async function actByKeys(page: Page, name: string): Promise<void> {
  await expect(actions(page)).toBeVisible();
  await tabTo(page, actions(page), 'Shift+Tab');
  await takeFromMenu(page, name);
}

async function leaveByKeys(page: Page): Promise<void> {
  await actByKeys(page, 'Salir');
  await expect(page).toHaveURL(/\/auth\/login/);
}

/** A window of another person, on another computer. */
async function openFor(context: BrowserContext, url: string): Promise<Page> {
  const other = await context.browser()?.newContext({ baseURL: url, locale: 'es-PE', reducedMotion: 'reduce' });
  if (!other) throw new Error('no browser');
  return other.newPage();
}

test('S6: a newcomer sets up a second factor by keyboard, loses the phone, and comes back', async ({
  page,
  context,
  backend,
  app,
}) => {
  await createUser(backend, { username: 'nora', name: 'Nora Paz', charge: 'D', modules: 'D01,U01,T02' });
  const pointers = await watchPointers(context);
  let phone = new Authenticator('');
  let recovery: string[] = [];

  await test.step('sets it up in «Mis sesiones»', async () => {
    await enterByKeys(page, 'nora');
    await expect(page.getByRole('main')).toBeFocused();
    await actByKeys(page, 'Mis sesiones');
    await expect(page.getByRole('heading', { level: 1, name: 'Mis sesiones' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await press(page, page.getByRole('button', { name: 'Activar', exact: true }));
    await expect(page.getByLabel('Contraseña actual')).toBeFocused();
    await checkOnPhone(page);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(code(page)).toBeFocused();
    await checkOnPhone(page);
    phone = new Authenticator(await keyOf(page));
    await page.keyboard.type(phone.next());
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Códigos de recuperación' });
    await expect(codes).toBeFocused();
    await checkOnPhone(page);
    recovery = await codes.getByRole('listitem').allTextContents();
    expect(recovery).toHaveLength(10);
    await press(page, page.getByRole('button', { name: 'Ya los guardé' }));
    await expect(page.getByText(/Le quedan 10 códigos de recuperación/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Códigos nuevos' })).toBeFocused();
    await leaveByKeys(page);
  });

  await test.step('signs in with a code, also after a reload and a wrong one', async () => {
    await enterByKeys(page, 'nora');
    await expect(code(page)).toBeFocused();
    await checkOnPhone(page);
    await page.reload();
    await expect(code(page)).toBeFocused();
    await page.keyboard.type(phone.wrong());
    await page.keyboard.press('Enter');
    await expect(page.getByText(/código no sirve/i)).toBeVisible();
    await page.keyboard.type(phone.next());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await leaveByKeys(page);
  });

  await test.step('signs in without the phone, with a recovery code', async () => {
    await enterByKeys(page, 'nora');
    await press(page, page.getByRole('button', { name: 'No tengo mi celular' }));
    await expect(page.getByLabel('Código de recuperación')).toBeFocused();
    await page.keyboard.type(recovery[3]?.toLowerCase() ?? '');
    await page.keyboard.press('Enter');
    await expect(actions(page)).toBeVisible();
  });
  expect(pointers).toEqual([]);

  await test.step('charge S removes it, and the password is enough', async () => {
    const office = await openFor(context, app.url);
    await enter(office, accountOf('sonia'));
    await expect(actions(office)).toBeVisible();
    await office.goto('/permissions?vista=personas');
    await office.getByRole('button', { name: /^Editar.*Nora Paz/ }).click();
    await office.getByRole('button', { name: 'Quitar el segundo paso' }).click();
    const question = office.getByRole('dialog', { name: '¿Quitar el segundo paso de Nora Paz?' });
    await question.getByRole('button', { name: 'Quitar el segundo paso' }).click();
    await expect(page.getByRole('dialog', { name: 'Su sesión terminó' })).toBeVisible();
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await office.context().close();
  });
});

test('S6: people of an office must set up a second factor, and do so when they sign in', async ({
  page,
  context,
  backend,
  app,
}) => {
  await createOffice(backend, 'NORTE', 'Norte');
  for (const [username, name] of [
    ['pia', 'Pía Luna'],
    ['quino', 'Quino Sosa'],
  ] as const)
    await createUser(backend, { office: 'NORTE', username, name, charge: 'D', modules: 'D01,U01' });
  const office = await openFor(context, app.url);
  await enter(office, accountOf('sonia'));
  await expect(actions(office)).toBeVisible();
  await office.goto('/permissions?oficina=NORTE&vista=personas');
  const openRules = () => office.getByRole('button', { name: 'Cómo ingresan' }).click();
  const rules = office.getByRole('dialog', { name: 'Cómo ingresan las personas' });
  const days = rules.getByLabel('Días de plazo');
  const notices = page.getByRole('region', { name: 'Avisos de su cuenta' });

  await test.step('charge S requires it of an office, without grace', async () => {
    await openRules();
    await rules.getByLabel('Oficina Norte').check();
    await days.fill('0');
    await checkOnPhone(office);
    await rules.getByRole('button', { name: 'Guardar' }).click();
    const saved = rules.getByText('Guardado. 2 personas deben tener segundo paso; a 2 todavía les falta.');
    await expect(saved).toBeFocused();
    await office.keyboard.press('Escape');
  });

  await test.step('charge S permits a person to do it from a new place', async () => {
    await office.getByRole('button', { name: 'Editar a Pía Luna' }).click();
    await office.getByRole('button', { name: 'Permitir activar el segundo paso' }).click();
    await office.getByRole('button', { name: 'Permitir', exact: true }).click();
    await expect(office.getByText(/^Puede activarlo hasta el/)).toBeVisible();
    await office.keyboard.press('Escape');
  });

  await test.step('sets it up when signing in, also after a reload', async () => {
    await enter(page, accountOf('pia', 'NORTE'));
    await expect(code(page)).toBeFocused();
    await page.reload();
    await expect(code(page)).toBeFocused();
    await checkOnPhone(page);
    for (const width of [390, 1366]) {
      await page.setViewportSize({ width, height: 660 });
      await expect(page.getByRole('button', { name: 'Activar e ingresar' })).toBeInViewport({ ratio: 1 });
    }
    const phone = new Authenticator(await keyOf(page));
    await page.keyboard.type(phone.wrong());
    await page.keyboard.press('Enter');
    await expect(page.getByText(/código no sirve/i)).toBeVisible();
    await code(page).fill(phone.next());
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Códigos de recuperación' });
    await expect(codes).toBeFocused();
    await checkOnPhone(page);
    const [first = ''] = await codes.getByRole('listitem').allTextContents();
    await page.getByRole('button', { name: 'Ya los guardé' }).click();
    await expect(actions(page)).toBeVisible();
    await leaveByKeys(page);
    await enter(page, accountOf('pia', 'NORTE'));
    await page.getByRole('button', { name: 'No tengo mi celular' }).click();
    await page.getByLabel('Código de recuperación').fill(first);
    await page.keyboard.press('Enter');
    await expect(actions(page)).toBeVisible();
  });

  await test.step('shows what changed until it is closed', async () => {
    await expect(notices).toContainText(/se le permitió activar su segundo paso, lo hizo Sonia Ramos\./);
    await expect(notices).toContainText(/se activó su segundo paso;/);
    await expect(notices).toContainText(/se ingresó con uno de sus códigos de recuperación\./);
    await checkOnPhone(page);
    await notices.getByRole('button', { name: 'Entendido' }).click();
    await expect(notices).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const part = page.waitForResponse(/\/SignInNotices-/);
    await page.reload();
    await part;
    await leaveByKeys(page);
    expect(asked).not.toContain('/api/auth/notices');
  });

  await test.step('within the grace, a person signs in without it and sets it up from the notice', async () => {
    await openRules();
    await days.fill('5');
    await rules.getByRole('button', { name: 'Guardar' }).click();
    await expect(rules.getByText(/^Guardado\. .*a 1 todavía le falta\./)).toBeFocused();
    await enter(page, accountOf('quino', 'NORTE'));
    await expect(notices).toContainText(/Desde el .* necesitará un segundo paso para ingresar/);
    await notices.getByRole('button', { name: 'Activarlo ahora' }).click();
    await page.getByLabel('Contraseña actual').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await code(page).fill(new Authenticator(await keyOf(page)).next());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Ya los guardé' }).click();
    await expect(notices).toHaveCount(0);
  });
  await office.context().close();
});

test('G45: a refused write is sent once after the proof, and not at all after «Cancelar»', async ({
  page,
  backend,
  app,
}) => {
  await createUser(backend, { username: 'olga', name: 'Olga Rojas', charge: 'D', modules: 'D01' });
  await enter(page, accountOf('sonia'));
  await expect(actions(page)).toBeVisible();
  await page.goto('/permissions?vista=personas');
  await page.getByRole('button', { name: /^Editar.*Olga Rojas/ }).click();
  await page.getByLabel('Nombre y apellidos').fill('Olga Rojas Soto');
  const saved: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() !== 'GET' && answer.url().includes('/api/people/')) saved.push(answer.status());
  });
  await Promise.all([backend.url, app.gateway.url].map((url) => moveClock(url, 16 * MINUTE)));
  const save = page.getByRole('button', { name: 'Guardar', exact: true });
  const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });

  await save.click();
  await expect(proof.getByLabel('Contraseña', { exact: true })).toBeFocused();
  await checkOnPhone(page);
  await proof.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('No se hizo, porque no confirmó que es usted').first()).toBeVisible();
  await expect(page.getByLabel('Nombre y apellidos')).toHaveValue('Olga Rojas Soto');
  expect(saved).toEqual([403]);

  await save.click();
  await proof.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Olga Rojas Soto/ })).toBeVisible();
  expect(saved).toEqual([403, 403, 200]);
  expect(app.calls(/\/people\//).filter(({ method }) => method !== 'GET')).toHaveLength(1);
});
