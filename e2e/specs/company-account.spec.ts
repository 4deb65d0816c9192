import { type BrowserContext, type Locator, type Page, type Request } from '@playwright/test';
import { Authenticator } from '@despacho/tooling/stack/authenticator';
import { checkOnPhone } from '../support/check-on-phone.ts';
import { moveClock } from '../support/clock.ts';
import { type CompanyProvider, LABEL, startCompanyProvider } from '../support/company-provider.ts';
import { createUser, enter, install, PASSWORD } from '../support/first-day-steps.ts';
import { enter as pressNow, tabTo } from '../support/keyboard.ts';
import { KillableBackend } from '../support/stack.ts';
import { expect, test as base } from '../support/test.ts';

const MOVED: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=${new URL('../support/moved-clock.ts', import.meta.url).href}`,
};
/** Time for a backend to start in milliseconds. */
const STARTING = 180_000;
const RUC = '20100047218';

const test = base.extend<object, { backend: KillableBackend; provider: CompanyProvider }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs.
    async ({}, use) => {
      const provider = await startCompanyProvider(RUC, MOVED);
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  settings: [async ({ provider }, use) => use({ ...MOVED, ...provider.settings }), { scope: 'worker' }],
  backend: [
    async ({ provider }, use) => {
      const backend = new KillableBackend({ DEMO: '0', ...MOVED, ...provider.settings });
      await backend.start();
      await install(backend);
      await use(backend);
      await backend.end();
    },
    { scope: 'worker', timeout: STARTING },
  ],
});
// The tests share a service: the last one moves its clock, and signs in as the person whom the first one invited.
test.describe.configure({ timeout: STARTING, mode: 'default' });
test.beforeEach(({ watched, provider }) => {
  watched.expectConsole(/\/api\/(auth|people|events)/);
  watched.expectOrigin(provider.issuer);
});

const ENTER = { name: 'Ingresar con la cuenta de su empresa' };
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Moves by Tab to a control once it is there, and presses it. */
async function press(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await pressNow(page, target);
}

/** A person's own browser. */
async function openBrowser(context: BrowserContext, url: string): Promise<Page> {
  const other = await context.browser()?.newContext({ baseURL: url, locale: 'es-PE', reducedMotion: 'reduce' });
  if (!other) throw new Error('no browser');
  return other.newPage();
}

/** Types an account at the page of the provider. */
async function typeAtProvider(page: Page, account: string): Promise<void> {
  const field = page.getByLabel('Correo');
  await expect(field).toBeFocused();
  await page.keyboard.type(account);
  await page.keyboard.press('Enter');
}

/** @returns the names of the cookies that a request carried. */
async function cookiesOf(request: Request): Promise<string[]> {
  const { cookie = '' } = await request.allHeaders();
  return cookie.split('; ').flatMap((pair) => pair.split('=', 1));
}

async function startAtSignIn(page: Page, sucursal = 'LIMA', path = '/auth/login'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Sucursal').fill(sucursal);
  await page.getByRole('button', ENTER).click();
}

test('S6: somebody is invited, and signs in with the account of the company by keyboard', async ({
  page,
  context,
  backend,
  app,
}) => {
  const nora = {
    username: 'nora',
    name: 'Nora Paz',
    charge: 'A',
    modules: 'D01,U01,T02,G01',
    temporary: 'yes',
  } as const;
  await createUser(backend, nora);
  await createUser(backend, { username: 'hugo', name: 'Hugo Ruiz', charge: 'D', modules: 'U01' });
  let address = '';

  await test.step('charge S creates the invitation', async () => {
    await enter(page, { sucursal: 'LIMA', username: 'sonia', password: PASSWORD });
    await expect(page).toHaveURL(/dashboard/);
    await page.goto('/permissions?vista=personas');
    await page.getByRole('button', { name: 'Editar a Nora Paz' }).click();
    await press(page, page.getByRole('button', { name: 'Invitar con la cuenta de la empresa a Nora Paz' }));
    const window = page.getByRole('dialog', { name: 'Invitación con la cuenta de la empresa para Nora Paz' });
    await press(page, window.getByRole('button', { name: 'Crear enlace' }));
    const link = window.getByRole('textbox', { name: 'Dirección del enlace' });
    await expect(link).toBeFocused();
    address = await link.inputValue();
    await checkOnPhone(page);
  });

  const hers = await openBrowser(context, app.url);
  const landings: Request[] = [];
  const posts: Request[] = [];
  hers.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/entrar/proveedor' && search !== '') landings.push(request);
    if (pathname === '/api/auth/provider/finish') posts.push(request);
  });

  await test.step('the invited person links the account and is signed in', async () => {
    await hers.goto(address);
    await expect(heading(hers, 'Ingrese con la cuenta de su empresa')).toBeVisible();
    expect(hers.url()).toBe(`${app.url}/entrar/proveedor`);
    await checkOnPhone(hers);
    await press(hers, hers.getByRole('button', { name: 'Continuar con la cuenta de su empresa' }));
    await typeAtProvider(hers, 'nora@andino.pe');
    await expect(hers.getByText(/^Listo: su cuenta quedó vinculada/)).toBeVisible();
    expect(hers.url()).toBe(`${app.url}/sesiones`);
    await expect(hers.getByText(/No la puede desvincular, porque no tiene contraseña/)).toBeVisible();
    await checkOnPhone(hers);
  });

  await test.step('no cookie of the session arrives from the other site, and its attribute stays Strict', async () => {
    const [landing] = landings;
    const [post] = posts;
    if (!landing || !post) throw new Error('no request of the landing');
    expect(landing.url()).toMatch(/code=.+&state=|state=.+&code=/);
    expect(await cookiesOf(landing)).not.toContain('despacho');
    expect(await cookiesOf(post)).toContain('despacho');
    expect([landings.length, posts.length]).toEqual([1, 1]);
    const cookies = await hers.context().cookies(app.url);
    expect(cookies.find(({ name }) => name === 'despacho')).toMatchObject({ sameSite: 'Strict', httpOnly: true });
  });

  await test.step('a reload, the back button and the link that was used lose nothing', async () => {
    await hers.goto('/entrar/proveedor');
    await press(hers, hers.getByRole('link', { name: 'Ir a Despacho' }));
    await expect(hers).toHaveURL(/dashboard/);
    await hers.goto(address);
    await hers.getByRole('button', { name: 'Continuar con la cuenta de su empresa' }).click();
    await expect(hers.getByText(/^En este navegador ya ingresó alguien/)).toBeVisible();
    await checkOnPhone(hers);
  });

  await test.step('signs out, and in again where she was', async () => {
    await hers.goto('/auth/logout');
    await expect(hers).toHaveURL(/\/auth\/login/);
    await hers.goto(address);
    await hers.getByRole('button', { name: 'Continuar con la cuenta de su empresa' }).click();
    await expect(heading(hers, 'Este enlace ya no sirve, o está incompleto')).toBeVisible();
    await checkOnPhone(hers);
    await hers.goto('/assing?todas=1');
    await expect(hers.getByLabel('Sucursal')).toHaveValue('LIMA');
    await checkOnPhone(hers);
    await tabTo(hers, hers.getByRole('button', ENTER));
    await hers.keyboard.press('Enter');
    // She is signed in at the provider, so its page is not shown.
    await expect(hers).toHaveURL(/\/assing\?todas=1/);
  });
  await hers.context().close();
});

test('S6: refuses what another browser began, and says what to do', async ({ page, context, app, watched }) => {
  watched.expectConsole(/entrar/);
  await test.step('a branch without a provider', async () => {
    await startAtSignIn(page, 'CUSCO');
    await expect(page.getByText(/Con esta sucursal se ingresa con usuario y contraseña/)).toBeVisible();
    await checkOnPhone(page);
  });

  await test.step('cancelled at the provider', async () => {
    await startAtSignIn(page, 'LIMA', '/auth/login?volver=%2Fassing');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(heading(page, 'No se pudo ingresar')).toBeVisible();
    await expect(page.getByText(/no dio el acceso, o usted lo canceló/)).toBeVisible();
    expect(page.url()).toBe(`${app.url}/entrar/proveedor`);
    await checkOnPhone(page);
    await press(page, page.getByRole('link', { name: 'Volver al ingreso' }));
    await expect(page).toHaveURL(/\/auth\/login\?volver=%2Fassing/);
  });

  await test.step('an account that nobody linked', async () => {
    await startAtSignIn(page);
    await typeAtProvider(page, 'nadie@andino.pe');
    await expect(heading(page, 'No se pudo ingresar')).toBeVisible();
  });

  await test.step('a wrong state', async () => {
    await startAtSignIn(page);
    // Signed in at the provider by now, so that it answers immediately.
    await expect(heading(page, 'No se pudo ingresar')).toBeVisible();
    await page.goto('/entrar/proveedor?code=invented&state=invented');
    await expect(heading(page, 'No se pudo ingresar')).toBeVisible();
    await page.goBack();
    await page.goto('/sesiones');
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  await test.step("an attacker's code in the victim's browser", async () => {
    const attacker = await openBrowser(context, app.url);
    let landing = '';
    attacker.on('request', (request) => {
      if (request.url().includes('/entrar/proveedor?')) landing = request.url();
    });
    // The code stays unused.
    await attacker.route('**/api/auth/provider/finish', (route) => route.abort());
    await startAtSignIn(attacker);
    await typeAtProvider(attacker, 'nora@andino.pe');
    await expect.poll(() => landing).toContain('code=');
    await startAtSignIn(page);
    await expect(heading(page, 'No se pudo ingresar')).toBeVisible();
    await page.goto(landing);
    await expect(heading(page, 'No se pudo ingresar')).toBeVisible();
    await page.goto('/sesiones');
    await expect(page).toHaveURL(/\/auth\/login/);
    await attacker.context().close();
  });
});

test('S6: somebody with a second factor links the own account and unlinks it', async ({ page, backend }) => {
  await createUser(backend, { username: 'luis', name: 'Luis Quispe', charge: 'D', modules: 'D01,U01' });
  await enter(page, { sucursal: 'LIMA', username: 'luis', password: PASSWORD });
  await expect(page).toHaveURL(/dashboard/);
  await page.goto('/sesiones');
  await expect(page.getByText('Para vincularla, active primero el segundo paso.')).toBeVisible();
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  await page.getByLabel('Contraseña actual').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  await page.getByLabel('Código de 6 números').fill(new Authenticator(key.replaceAll(' ', '')).next());
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ya los guardé' }).click();

  await press(page, page.getByRole('button', { name: 'Vincular', exact: true }));
  await typeAtProvider(page, 'luis@andino.pe');
  await expect(page.getByText(/^Listo: su cuenta quedó vinculada/)).toBeVisible();
  await expect(page.getByText(`Puede ingresar con «${LABEL}».`)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Desvincular' }));
  await expect(page.getByRole('dialog', { name: '¿Desvincular la cuenta de su empresa?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click();
  await expect(page.getByRole('button', { name: 'Vincular', exact: true })).toBeVisible();
});

test('G45: somebody without a password proves it at the provider, and the write goes on', async ({
  page,
  backend,
  app,
  provider,
}) => {
  await startAtSignIn(page);
  await typeAtProvider(page, 'nora@andino.pe');
  await expect(page).toHaveURL(/dashboard/);
  await page.goto('/permissions?vista=personas');
  const disable = page.getByRole('button', { name: 'Desactivar a Hugo Ruiz' });
  await expect(disable).toBeVisible();
  for (const url of [app.url, backend.url, provider.issuer]) await moveClock(url, 16 * 60_000);
  await disable.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
  const window = page.getByRole('dialog', { name: 'Confirme que es usted' });
  const opened = page.context().waitForEvent('page');
  await press(page, window.getByRole('button', { name: 'Abrir la página de su empresa' }));
  const tab = await opened;
  await expect(window.getByText(/Si la cerró o algo falló allí, ábrala otra vez/)).toBeVisible();
  await checkOnPhone(page);
  await typeAtProvider(tab, 'nora@andino.pe');
  await expect(heading(tab, 'Listo')).toBeVisible();
  await checkOnPhone(tab);
  await expect(window).toBeHidden();
  await expect(disable).toBeHidden();
});
