import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { collect, type Find, search } from '../support/canaries.ts';
import { Desk, uniqueTag } from '../support/desk.ts';
import { LegacyHost } from '../support/legacy-host.ts';
import { type Gateway, startGateway } from '../support/stack.ts';
import { settled } from '../support/settled.ts';
import { expect, signInByForm, test } from '../support/test.ts';

const STORAGE_HEADERS = { taxId: 'nrodocumento', user: 'usuario', key: 'clave' } as const;

/** A gateway's log lines, at the level of this run (trace), and its metrics. */
async function gatewayFinds({ logFile }: Gateway): Promise<Find[]> {
  const log = await readFile(logFile, 'utf8');
  const adminPort = /"adminPort":(\d+)/.exec(log)?.[1];
  const metrics = await fetch(`http://127.0.0.1:${adminPort ?? ''}/metrics`).then((response) => response.text());
  expect(log).toContain('"event":"login.ok"');
  expect(metrics).toContain('session.login');
  return [
    { where: 'log', text: log },
    { where: 'metrics', text: metrics },
  ];
}

async function typeLogin(page: Page, password: string): Promise<void> {
  await page.getByLabel('Sucursal').fill('Centro');
  await page.getByLabel('Usuario').fill('carla');
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

test('C3 S44: the search finds a secret in each encoding', () => {
  const value = 'Clave-0123456789 ñ&/+=?"';
  const forms = [
    `x${value}y`,
    `?p=${encodeURIComponent(value)}`,
    new URLSearchParams({ p: value }).toString(),
    JSON.stringify({ p: value }),
    Buffer.from(`u:${value}`).toString('base64'),
    Buffer.from(`us:${value}.`).toString('base64url'),
    Buffer.from(`usu:${value}..`).toString('base64'),
    Buffer.from(value).toString('hex').toUpperCase(),
  ];
  for (const text of forms) expect(search([{ where: 'here', text }], { value }), text).toEqual(['value: here']);
  expect(search([{ where: 'here', text: 'Clave-0123456788 ñ&/+=?"' }], { value })).toEqual([]);
});

test('C3 S32 S44: secrets of a foreign host stay in the gateway; its unknown fields are shown', async ({
  browser,
  app,
}) => {
  const host = new LegacyHost();
  const { secrets } = app.backend;
  const gateway = await startGateway(await host.start(), secrets, {
    OPERATIONS_URL: undefined,
    OPERATIONS_KEY: undefined,
  });
  const context = await browser.newContext({ baseURL: gateway.url, locale: 'es-PE' });
  const haul = collect(context);
  const page = await context.newPage();

  await page.goto('/auth/login');
  await typeLogin(page, host.canaries.wrongPassword);
  await expect(page.getByText('Usuario o contraseña incorrectos')).toBeVisible();
  await typeLogin(page, host.canaries.password);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('meter', { name: 'Almacenamiento usado' })).toBeVisible();
  await page.locator('a[href="/clients"]').first().click();
  await page.getByRole('link', { name: 'Bodega Canario' }).click();
  await expect(page.getByText('Preferente')).toBeVisible();
  await expect(page.getByText('Ferretería')).toBeVisible();
  // There is no such client: the host fails with an error that contains details.
  await page.goto('/clients/99');
  await expect(page.getByText('El servicio tuvo un error')).toBeVisible();
  await page.locator('a[href="/permissions"]').first().click();
  await page.getByRole('checkbox', { name: 'Mapa, Pedro Prueba' }).check();
  await page.getByRole('button', { name: /^Guardar 1 cambio/ }).click();
  await expect(page.getByRole('row', { name: /Pedro Prueba/ })).toContainText('Guardado');
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Mapa, Pedro Prueba' })).toBeVisible();

  const known = { ...host.canaries, ...secrets };
  const inPage = await haul.finish([page]);
  expect(inPage.length).toBeGreaterThan(60);
  expect(search(inPage, { person: 'Carla Canario' }).length, 'what may be known is found').toBeGreaterThan(0);
  expect(search([...inPage, ...(await gatewayFinds(gateway))], known)).toEqual([]);
  // The canaries work: the host received each one that it should receive.
  const { password, wrongPassword, loginToken, bearer, branch, taxId } = host.canaries;
  const { storageUser, storagePassword } = secrets;
  for (const value of [password, wrongPassword, loginToken, bearer, branch, taxId, storageUser, storagePassword])
    expect(
      host.received.some((text) => text.includes(value)),
      value,
    ).toBe(true);

  await page.goto('/auth/logout');
  await expect(page).toHaveURL('/auth/login');
  expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([['despacho.sucursal', 'Centro']]);
  await context.close();
  await gateway.service.stop();
  host.stop();
});

test('C3 C4 S44: no token, assertion, tax id or storage key reaches browser, log or metrics', async ({
  context,
  page,
  app,
}) => {
  const haul = collect(context);
  await signInByForm(page, 'ana');
  for (const path of ['/map', '/assing', '/images', '/clients', '/permissions']) {
    await page.locator(`a[href="${path}"]`).first().click();
    await expect(page).toHaveURL(path);
    await settled(page);
  }
  const stream = await page.evaluate(async () => {
    const answer = await fetch('/api/events');
    Object.assign(globalThis, { e2eReader: answer.body?.getReader() });
    return { status: answer.status, headers: JSON.stringify([...answer.headers]) };
  });
  expect(stream.status).toBe(200);
  await new Desk(page).makeCourier(uniqueTag());
  const events = await page.evaluate(async () => {
    const { e2eReader } = globalThis as unknown as { e2eReader: ReadableStreamDefaultReader<Uint8Array> };
    const decoder = new TextDecoder();
    let text = '';
    while (!text.includes('data:')) {
      const part = await e2eReader.read();
      if (part.done) break;
      text += decoder.decode(part.value, { stream: true });
    }
    await e2eReader.cancel();
    return text;
  });
  expect(events).toContain('data:');

  const seen = app.faults.seen;
  const headerOf = (name: string): string[] =>
    seen.flatMap(({ headers }) => headers[name] ?? []).filter((value) => value !== '');
  const tokens = new Set(headerOf('authorization').map((value) => value.replace('Bearer ', '')));
  const queries = seen.flatMap(({ url }) => new URL(url, 'http://x').searchParams.get('token') ?? []);
  const known: Record<string, string> = { ...app.backend.secrets };
  for (const [index, token] of [...tokens, ...queries].entries()) known[`token ${index}`] = token;
  for (const [name, header] of Object.entries(STORAGE_HEADERS)) {
    const [value] = headerOf(header);
    expect(value, `${header} was sent upstream`).toBeTruthy();
    known[name] = value ?? '';
  }
  // Both kinds of token were seen: the legacy one, and the assertion for the dispatch service.
  expect([...tokens].some((token) => token.startsWith('eyJ'))).toBe(true);
  expect([...tokens].some((token) => queries.includes(token))).toBe(true);
  expect(known['key']).toBe(app.backend.secrets.storagePassword);

  await page.goto('/clients/5001');
  await settled(page);
  const inPage = await haul.finish([page]);
  const kept = inPage.filter(({ where }) => /^(kept by|cookies)/.test(where)).map(({ text }) => text);
  expect(kept.join('\n')).toContain('despacho.sucursal');
  expect(kept.join('\n')).not.toMatch(/remember_token|token\.despapp|\\?"ruc\\?"/);
  expect(search(inPage, { person: 'Ana Torres Villanueva' }).length, 'what may be known is found').toBeGreaterThan(0);
  const finds = [...inPage, { where: 'stream', text: stream.headers + events }];
  expect(search([...finds, ...(await gatewayFinds(app.gateway))], known)).toEqual([]);
});
