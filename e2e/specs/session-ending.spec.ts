import { type Page } from '@playwright/test';
import { installClock, MOVABLE_CLOCK, passMinutes } from '../support/clock.ts';
import { WITH_MOTION } from '../support/motion.ts';
import { PEOPLE } from '../support/people.ts';
import { expect, expectAccessibleInBothThemes, signIn, test } from '../support/test.ts';

test.use(WITH_MOTION);

test.use({ settings: MOVABLE_CLOCK });
// All tests of the file share a gateway.
test.describe.configure({ mode: 'default' });

const warning = (page: Page) => page.getByRole('alertdialog', { name: '¿Sigue ahí?' });
const again = (page: Page) => page.getByRole('dialog', { name: 'Su sesión terminó' });

/** Opens the clients as Rosa, with clocks that the test moves. */
async function openClients(page: Page, path = '/clients'): Promise<void> {
  await installClock(page.context());
  await signIn(page, 'rosa', path);
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
}

/** Calls the gateway outside the page, in a way that does not keep the session alive. */
async function callOutsidePage(page: Page, url: string): Promise<Response> {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  return fetch(`${url}/api/auth/session`, { headers: { cookie, 'X-Despacho-Background': '1' } });
}

const isAlive = async (page: Page, url: string): Promise<boolean> => (await callOutsidePage(page, url)).status === 200;

/** Seconds left according to the gateway, within the whole seconds of its Date header. */
async function secondsLeft(page: Page, url: string): Promise<number> {
  const answer = await callOutsidePage(page, url);
  const { idleEndsAt } = (await answer.json()) as { idleEndsAt: string };
  return (Date.parse(idleEndsAt) - Date.parse(answer.headers.get('date') ?? '')) / 1000;
}

/** Expects the time on screen to lie between two readings from the gateway. */
async function expectTimeLeft(page: Page, url: string): Promise<void> {
  // A busy page may draw a second late.
  await expect(async () => {
    const most = (await secondsLeft(page, url)) + 2;
    const [, minutes, seconds] = /(\d):(\d\d)/.exec((await warning(page).textContent()) ?? '') ?? [];
    const least = (await secondsLeft(page, url)) - 2;
    const shown = Number(minutes) * 60 + Number(seconds);
    expect([least <= shown, shown <= most], `${least} ≤ ${shown} ≤ ${most}`).toEqual([true, true]);
  }).toPass();
}

test('G5 S26: a dialog warns two minutes before the end; «Seguir conectado» keeps the session', async ({
  page,
  app,
}) => {
  await openClients(page);
  await page.getByLabel('Buscar cliente').fill('bodega');
  await passMinutes(app.url, 27, page.context());
  await expect(warning(page)).toHaveCount(0);
  await passMinutes(app.url, 1.1, page.context());
  await expect(warning(page)).toContainText(/Su sesión terminará en \d:\d\d por inactividad\./);
  await expectTimeLeft(page, app.url);
  await expect(warning(page).getByRole('button', { name: 'Seguir conectado' })).toBeFocused();
  // The countdown is visible, but not read out each second.
  await expect(warning(page).getByRole('status')).toHaveText('');
  await expectAccessibleInBothThemes(page);

  await warning(page).getByRole('button', { name: 'Seguir conectado' }).click();
  await expect(warning(page)).toHaveCount(0);
  await expect(page.getByLabel('Buscar cliente')).toBeFocused();
  await passMinutes(app.url, 20, page.context());
  expect(await isAlive(page, app.url)).toBe(true);
  await expect(warning(page)).toHaveCount(0);
});

test('G5: an idle session ends, and its page asks for the password', async ({ page, app, watched }) => {
  watched.expectConsole(/status of 401 /);
  await openClients(page, '/clients?q=bodega');
  await passMinutes(app.url, 28.2, page.context());
  await expect(warning(page)).toBeVisible();
  await passMinutes(app.url, 1, page.context());
  await expect(warning(page).getByRole('status')).toHaveText('Queda 1 minuto');
  await passMinutes(app.url, 1, page.context());
  await expect(again(page)).toBeVisible();
  await expect(warning(page)).toHaveCount(0);
  expect(await isAlive(page, app.url)).toBe(false);
  await again(page).getByLabel('Contraseña', { exact: true }).fill(PEOPLE.rosa.password);
  await again(page).getByRole('button', { name: 'Ingresar' }).click();
  await expect(again(page)).toHaveCount(0);
  await expect(page).toHaveURL('/clients?q=bodega');
  await expect(page.getByLabel('Buscar cliente')).toHaveValue('bodega');
});

test('G5: activity on a page keeps the session alive; background calls do not', async ({ page, app }) => {
  await openClients(page);
  const inputs = [() => page.mouse.wheel(0, 200), () => page.keyboard.press('Shift'), () => page.mouse.down()];
  await page.mouse.move(700, 400);
  await expect(page.getByRole('meter', { name: 'Almacenamiento usado' })).toBeVisible();
  /** The storage indicator refreshes every five minutes. No request may be pending while both clocks move. */
  const pass = async (minutes: number): Promise<void> => {
    const asked = page.waitForResponse('**/api/storage');
    await passMinutes(app.url, minutes, page.context());
    await asked;
  };
  for (const input of inputs) {
    await pass(15);
    const touched = page.waitForResponse('**/api/auth/touch');
    await input();
    expect((await touched).status()).toBe(200);
  }
  for (let more = 0; more < 5; more += 1) await pass(5.7);
  await expect(warning(page)).toBeVisible();
});
