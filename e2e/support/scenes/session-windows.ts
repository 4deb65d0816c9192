import { type Page } from '@playwright/test';
import { PEOPLE } from '../people.ts';
import { type Scene } from './scene.ts';

const SESSION = '**/api/auth/session';
const PEOPLE_VIEW = '/permissions?vista=personas';

/** In milliseconds: just below the two minutes at which the warning appears. */
const NEAR = 118_000;

/** The gateway's own response with near end times. */
async function withNearEnd(page: Page, names: readonly ('idleEndsAt' | 'endsAt')[]): Promise<void> {
  await page.route(SESSION, async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as Record<string, unknown>;
    for (const name of names) view[name] = new Date(Date.now() + NEAR).toISOString();
    await route.fulfill({ response, json: view });
  });
  // Simulates a page restored from the back/forward cache, which checks its session.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.getByRole('alertdialog').waitFor();
  await page.unroute(SESSION);
}

const problem = (status: number, kind: string, more: object = {}) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: `urn:despacho:problem:${kind}`, title: kind, status, requestId: 'prueba-1', ...more }),
});

/** The sign-in page, as when it is loaded again while a code is missing. */
export async function toSecondStep(page: Page): Promise<void> {
  await page.route(SESSION, (route) => route.fulfill(problem(401, 'factor-due')));
  await page.goto('/auth/login');
  await page.getByLabel('Código de 6 números').waitFor();
}

/** The second step after a wrong code. */
export async function refuseCode(page: Page): Promise<void> {
  const message = 'El código no sirve. Escriba el que su aplicación muestra ahora';
  const refused = problem(422, 'unprocessable', { detail: message, errors: [{ field: 'code', message }] });
  await page.route(/\/api\/auth\/factor/, (route) => route.fulfill(refused));
  await page.getByLabel('Código de 6 números').fill('123456');
  await page.keyboard.press('Enter');
  await page.getByText(message).waitFor();
}

/** The window that sets up a second factor. */
export async function addFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  await page.getByLabel('Contraseña actual').waitFor();
}

const KEY = 'MZXW6YTBOI7Q2MZXW6YTBOI7Q2AAAAAA';
const NEW_KEY = { json: { key: KEY, uri: `otpauth://totp/Despacho:rosa.mamani?secret=${KEY}&issuer=Despacho` } };

/** Its key, of a response that changed nothing. */
async function showKey(page: Page): Promise<void> {
  await page.route('**/api/auth/factor/start', (route) => route.fulfill(NEW_KEY));
  await addFactor(page);
  await page.getByLabel('Contraseña actual').fill(PEOPLE.ana.password);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /^Código QR/ }).waitFor();
}

/** The recovery codes, of a response that changed nothing. */
export async function showCodes(page: Page): Promise<void> {
  await showKey(page);
  const codes = Array.from('ABCDEFGHIJ', (letter) => `${letter}7QK-MX2P-6TRW-YZ3${letter}`);
  await page.route('**/api/auth/factor/confirm', (route) => route.fulfill({ json: { codes, ended: 0 } }));
  await page.getByLabel('Código de 6 números').fill('123456');
  await page.keyboard.press('Enter');
  await page.getByText(codes[9] ?? '').waitFor();
}

/** The window that asks for a proof before a write. */
async function askForProof(page: Page): Promise<void> {
  await page.route(/\/api\/people\/\d+/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(problem(403, 'proof-due')),
  );
  await page.getByRole('button', { name: /^Editar a Rosa Mamani/ }).click();
  await page.getByLabel('Nombre y apellidos').fill('Rosa Mamani Quispe');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByRole('dialog', { name: 'Confirme que es usted' }).getByLabel('Contraseña', { exact: true }).waitFor();
}

/** The sign-in page of somebody who must set up a second factor. */
async function toSetUp(page: Page): Promise<void> {
  await page.route(SESSION, (route) => route.fulfill(problem(401, 'factor-missing')));
  await page.route('**/api/auth/factor/set-up', (route) => route.fulfill(NEW_KEY));
  await page.goto('/auth/login');
  await page.getByRole('img', { name: /^Código QR/ }).waitFor();
}

/** What they read where they never signed in. */
async function refuseSetUp(page: Page): Promise<void> {
  const detail =
    'Usted no ha ingresado antes desde este lugar. Hágalo desde donde suele trabajar, o pida a una persona con cargo S que se lo permita en «Personas»; el permiso vale 24 horas';
  await page.route(SESSION, (route) => route.fulfill(problem(401, 'factor-missing')));
  await page.route('**/api/auth/factor/set-up', (route) => route.fulfill(problem(403, 'upstream-refused', { detail })));
  await page.goto('/auth/login');
  await page.getByRole('alert').filter({ hasText: 'Usted no' }).waitFor();
}

/** Their recovery codes, of a response that changed nothing. */
async function setUpCodes(page: Page): Promise<void> {
  await page.unroute(SESSION);
  const session = (await (await page.request.get('/api/auth/session')).json()) as object;
  await toSetUp(page);
  const codes = Array.from('ABCDEFGHIJ', (letter) => `${letter}7QK-MX2P-6TRW-YZ3${letter}`);
  await page.route('**/api/auth/factor/set-up/finish', (route) => route.fulfill({ json: { codes, session } }));
  await page.getByLabel('Código de 6 números').fill('123456');
  await page.keyboard.press('Enter');
  await page.getByText(codes[9] ?? '').waitFor();
}

/** The notices after a sign-in: two changes, and until when a second factor must be set up. */
async function showNotices(page: Page): Promise<void> {
  const changes = [
    { kind: 'factor.removed', at: '2026-11-03T15:12:00.000Z', by: 'Ana Torres Vela' },
    { kind: 'factor.recoveryUsed', at: '2026-11-02T13:05:00.000Z', by: null },
  ];
  await page.route('**/api/auth/notices', (route) =>
    route.fulfill({ json: { setUpBy: '2026-12-12T14:00:00.000Z', changes } }),
  );
  await page.evaluate(() => localStorage.removeItem('despacho.notices'));
  await page.reload();
  await page.getByRole('region', { name: 'Avisos de su cuenta' }).waitFor();
}

/** The rules of the company's sign-in, changed but not saved. @param more replaces parts of the rules. */
const showRules =
  (more: object) =>
  async (page: Page): Promise<void> => {
    await page.route('**/api/sign-in-rules?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...more } });
    });
    await page.getByRole('button', { name: 'Cómo ingresan' }).click();
    await page.getByLabel('Todas las personas con cargo S').check();
    const passwords = page.getByLabel('También se puede ingresar con contraseña');
    if (await passwords.isVisible()) await passwords.uncheck();
  };

/** Dialogs about the session, and about the sessions of others. */
export const SESSION_WINDOWS: readonly (Omit<Scene, 'open'> & { open: (page: Page) => Promise<void> })[] = [
  { name: 'window-idle', path: '/clients', who: 'ana', open: (page) => withNearEnd(page, ['idleEndsAt']) },
  { name: 'window-limit', path: '/clients', who: 'ana', open: (page) => withNearEnd(page, ['idleEndsAt', 'endsAt']) },
  {
    name: 'window-sign-in-early',
    path: '/clients',
    who: 'ana',
    open: async (page) => {
      await withNearEnd(page, ['idleEndsAt', 'endsAt']);
      await page.getByRole('button', { name: 'Ingresar ahora' }).click();
    },
  },
  { name: 'factor-step', path: '/auth/login', who: 'ana', open: toSecondStep },
  {
    name: 'factor-step-refused',
    path: '/auth/login',
    who: 'ana',
    open: async (page) => {
      await toSecondStep(page);
      await refuseCode(page);
    },
  },
  { name: 'factor-add', path: '/sesiones', who: 'ana', open: addFactor },
  {
    name: 'factor-key-refused',
    path: '/sesiones',
    who: 'ana',
    open: async (page) => {
      await showKey(page);
      await refuseCode(page);
    },
  },
  { name: 'factor-codes', path: '/sesiones', who: 'ana', open: showCodes },
  { name: 'factor-missing', path: '/auth/login', who: 'ana', open: toSetUp },
  { name: 'factor-missing-refused', path: '/auth/login', who: 'ana', open: refuseSetUp },
  { name: 'factor-missing-codes', path: '/sesiones', who: 'ana', open: setUpCodes },
  { name: 'notices', path: '/dashboard', who: 'ana', open: showNotices },
  { name: 'notices-desk', path: '/assing', who: 'ana', open: showNotices },
  { name: 'sign-in-rules', path: PEOPLE_VIEW, who: 'ana', open: showRules({}) },
  {
    name: 'sign-in-rules-provider',
    path: PEOPLE_VIEW,
    who: 'ana',
    open: showRules({ provider: 'Cuenta de Courier Andino', people: { required: 12, missing: 3 } }),
  },
  { name: 'proof', path: PEOPLE_VIEW, who: 'ana', open: askForProof },
  {
    name: 'actions-menu',
    path: '/sesiones',
    who: 'ana',
    open: (page) => page.getByRole('button', { name: 'Acciones', exact: true }).click(),
  },
  {
    name: 'question-end-session',
    path: '/sesiones',
    who: 'ana',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Cerrar la sesión de/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Cerrar esa sesión' }).waitFor();
    },
  },
  {
    name: 'person-end-sessions',
    path: '/permissions?persona=1003',
    who: 'ana',
    open: async (page) => {
      const row = page.getByRole('button', { name: /Rosa Mamani.*ver todos sus datos/ });
      if (await row.isVisible()) await row.click();
      const end = page.getByRole('button', { name: 'Cerrar sus sesiones' }).first();
      await end.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sus sesiones' }).click();
      await page
        .getByText(/sesi(ón|ones) (de|abiertas)/)
        .first()
        .waitFor();
      await end.scrollIntoViewIfNeeded();
    },
  },
];
