import { readFile } from 'node:fs/promises';
import { type BrowserContext, type Locator, type Page, type Request } from '@playwright/test';
import { Authenticator } from '@despacho/tooling/stack/authenticator';
import { askPort, freePort } from '@despacho/tooling/stack/ports';
import { launch } from '@despacho/tooling/stack/service';
import { checkOnPhone } from '../support/check-on-phone.ts';
import { moveClock } from '../support/clock.ts';
import { type CompanyProvider, LABEL, startCompanyProvider } from '../support/company-provider.ts';
import { createUser, enter, install, PASSWORD } from '../support/first-day-steps.ts';
import { describeEngines, inEngine } from '../support/engines/in-engine.ts';
import { enter as pressNow, tabTo } from '../support/keyboard.ts';
import { PhoneLine } from '../support/phone-line.ts';
import { type Gateway, KillableBackend, startGateway } from '../support/stack.ts';
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
// The tests share a service and its people; the last one moves its clock.
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

/** Creates an invitation as charge S. @returns its address. */
async function invite(page: Page, name: string): Promise<string> {
  await enter(page, { sucursal: 'LIMA', username: 'sonia', password: PASSWORD });
  await expect(page).toHaveURL(/dashboard/);
  await page.goto('/permissions?vista=personas');
  await page.getByRole('button', { name: `Editar a ${name}` }).click();
  await press(page, page.getByRole('button', { name: `Invitar con la cuenta de la empresa a ${name}` }));
  const window = page.getByRole('dialog', { name: `Invitación con la cuenta de la empresa para ${name}` });
  await press(page, window.getByRole('button', { name: 'Crear enlace' }));
  const link = window.getByRole('textbox', { name: 'Dirección del enlace' });
  await expect(link).toBeFocused();
  return link.inputValue();
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
    address = await invite(page, nora.name);
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
    await expect(heading(hers, 'Ingrese con la cuenta de su empresa')).toBeFocused();
    await expect(hers.getByText('El enlace es solo para Nora Paz')).toBeVisible();
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
  });

  await test.step('signs out for a link, and in again where she was', async () => {
    await hers.goto(address);
    await expect(heading(hers, 'En este navegador ya ingresó alguien')).toBeFocused();
    await checkOnPhone(hers);
    await press(hers, hers.getByRole('button', { name: 'Salir y continuar' }));
    await expect(heading(hers, 'Este enlace ya no sirve, o está incompleto')).toBeFocused();
    await checkOnPhone(hers);
    await hers.goto('/assing?todas=1');
    await expect(hers.getByLabel('Sucursal')).toHaveValue('LIMA');
    await checkOnPhone(hers);
    await tabTo(hers, hers.getByRole('button', ENTER));
    await hers.keyboard.press('Enter');
    // She is signed in at the provider, but somebody else may be at the computer now.
    await typeAtProvider(hers, 'nora@andino.pe');
    await expect(hers).toHaveURL(/\/assing\?todas=1/);
    await hers.context().clearCookies({ domain: 'localhost' });
    await startAtSignIn(hers);
    await expect(hers).toHaveURL(/dashboard/);
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
    await expect(heading(page, 'No se pudo ingresar')).toBeFocused();
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
    // Signed in there, but it asks again after the refusal.
    await typeAtProvider(page, 'nadie@andino.pe');
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
    await typeAtProvider(page, 'nadie@andino.pe');
    await expect(heading(page, 'No se pudo ingresar')).toBeVisible();
    await page.goto(landing);
    await expect(heading(page, 'No se pudo ingresar')).toBeVisible();
    await page.goto('/sesiones');
    await expect(page).toHaveURL(/\/auth\/login/);
    await attacker.context().close();
  });
});

/** The authenticator app of luis. */
let phone: Authenticator;

test('S6: somebody with a second factor links the own account, unlinks it and links it again', async ({
  page,
  backend,
}) => {
  await createUser(backend, { username: 'luis', name: 'Luis Quispe', charge: 'D', modules: 'D01,U01' });
  await enter(page, { sucursal: 'LIMA', username: 'luis', password: PASSWORD });
  await expect(page).toHaveURL(/dashboard/);
  await page.goto('/sesiones');
  await expect(page.getByText('Para vincularla, active primero el segundo paso.')).toBeVisible();
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  await page.getByLabel('Contraseña actual').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  phone = new Authenticator(key.replaceAll(' ', ''));
  await page.getByLabel('Código de 6 números').fill(phone.next());
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ya los guardé' }).click();

  await press(page, page.getByRole('button', { name: 'Vincular', exact: true }));
  await typeAtProvider(page, 'luis@andino.pe');
  await expect(page.getByText(/^Listo: su cuenta quedó vinculada/)).toBeVisible();
  await expect(page.getByText(`Puede ingresar con «${LABEL}».`)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Desvincular' }));
  await expect(page.getByRole('dialog', { name: '¿Desvincular la cuenta de su empresa?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click();
  await press(page, page.getByRole('button', { name: 'Vincular', exact: true }));
  await typeAtProvider(page, 'luis@andino.pe');
  await expect(page.getByText(/^Listo: su cuenta quedó vinculada/)).toBeVisible();
});

describeEngines((engine) => {
  test('S6: signs in with the account of the company and a code', async ({ app }, info) => {
    await inEngine(engine, { width: 1024, height: 760 }, info, async (browser) => {
      const tab = await browser.open();
      await tab.goto(`${app.url}/auth/login`);
      await tab.fill({ role: 'textbox', name: 'Sucursal' }, 'LIMA');
      await tab.click({ role: 'button', ...ENTER });
      await tab.fill({ role: 'textbox', name: 'Correo' }, 'luis@andino.pe');
      await tab.press('Enter');
      const code = { role: 'textbox', name: 'Código de 6 números' } as const;
      await tab.see(code);
      let digits = '';
      await expect(() => (digits = phone.next())).toPass();
      await tab.fill(code, digits);
      await tab.press('Enter');
      await tab.see({ role: 'heading', name: 'Dashboard' });
    });
  });
});

test('G44: two gateways share sign-ins at the provider, and the ends of their sessions', async ({
  page,
  context,
  backend,
  settings,
  provider,
}) => {
  await createUser(backend, { username: 'tito', name: 'Tito Rojas', charge: 'D', modules: 'D01' });
  const port = await freePort();
  const redis = launch({
    name: 'redis',
    command: 'redis-server',
    args: ['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
    env: { PATH: process.env['PATH'] },
    isReady: async () => (await askPort(port, 'PING\r\nQUIT\r\n'))?.startsWith('+PONG') === true,
  });
  await redis.ready();
  const balancer = new PhoneLine();
  const url = `http://localhost:${await balancer.open()}`;
  const start = (): Promise<Gateway> =>
    startGateway(backend.url, backend.secrets, {
      ...settings,
      PUBLIC_ORIGIN: url,
      REDIS_URL: `redis://127.0.0.1:${port}`,
    });
  const [[first, second], address] = await Promise.all([Promise.all([start(), start()]), invite(page, 'Tito Rojas')]);
  const leadTo = (gateway: Gateway): void => balancer.leadTo(Number(new URL(gateway.url).port));
  /** The next requests of open pages arrive at another gateway. */
  const moveTo = (gateway: Gateway): void => {
    balancer.cut();
    balancer.restore();
    leadTo(gateway);
  };
  /** When a gateway logged lines. */
  const timesOf = async ({ logFile }: Gateway, line: RegExp): Promise<number[]> => {
    const lines = (await readFile(logFile, 'utf8')).split('\n').filter((each) => line.test(each));
    return lines.map((each) => Date.parse((JSON.parse(each) as { time: string }).time));
  };
  const signIns = async (): Promise<number[]> => {
    const times = await Promise.all([first, second].map((each) => timesOf(each, /"event":"login.ok"/)));
    return times.map(({ length }) => length);
  };
  const [one, two] = [await openBrowser(context, url), await openBrowser(context, url)];

  await test.step('links at the gateway that did not begin it', async () => {
    leadTo(first);
    const { pathname, hash } = new URL(address);
    await one.goto(`${pathname}${hash}`);
    await one.getByRole('button', { name: 'Continuar con la cuenta de su empresa' }).click();
    await expect(one.getByLabel('Correo')).toBeFocused();
    moveTo(second);
    await typeAtProvider(one, 'tito@andino.pe');
    await expect(one.getByText(/^Listo: su cuenta quedó vinculada/)).toBeVisible();
    expect(await signIns()).toEqual([0, 1]);
  });

  await test.step('a sign-out at the provider, reported to one gateway, ends a session at the other', async () => {
    leadTo(first);
    await startAtSignIn(two);
    const lastReads = ['events*', 'auth/notices'].map((path) => two.waitForResponse(`**/api/${path}`));
    await typeAtProvider(two, 'tito@andino.pe');
    await expect(two).toHaveURL(/dashboard/);
    await Promise.all(lastReads);
    expect(await signIns()).toEqual([1, 1]);
    leadTo(second);
    const atProvider = await two.context().newPage();
    await atProvider.goto(`${provider.issuer}/session/end`);
    await atProvider.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect(two.getByRole('dialog', { name: 'Su sesión terminó' })).toBeVisible();
    const [ended = 0] = await timesOf(second, /"reason":"provider"/);
    // Not one that the page closed.
    const [closed = Infinity] = await timesOf(first, /"operation":"events.stream"(?!.*"cut")/);
    expect(closed - ended, 'milliseconds until the other gateway closed its stream').toBeLessThan(1000);
    // In another session of the provider.
    await one.reload();
    await expect(heading(one, 'Mis sesiones')).toBeVisible();
  });
  await Promise.all([one, two].map((each) => each.context().close()));
  await Promise.all([first.service.stop(), second.service.stop()]);
  await balancer.close();
  await redis.stop();
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
  await expect(page.getByRole('main')).toBeFocused();
});
