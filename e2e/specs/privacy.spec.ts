import { readFile } from 'node:fs/promises';
import { ROOT } from '@despacho/tooling/root';
import { reported } from '../support/reported.ts';
import { settled } from '../support/settled.ts';
import { expect, submitLogin, test, type App } from '../support/test.ts';
import { record, spellings } from '../support/traffic.ts';

const header = (app: App, where: string, name: string): string => {
  const value = app
    .calls(where)
    .map(({ headers }) => headers[name])
    .find((one) => typeof one === 'string');
  return typeof value === 'string' ? value : '';
};

/** Values that only the gateway may have. Each was seen on its way to an upstream, so the search can find it. */
function secretsOf(app: App): Record<string, string> {
  const storage = '/findPredeterminado';
  return {
    'upstream token': header(app, '/legacy/base/clients', 'authorization').replace('Bearer ', ''),
    'tax id': header(app, storage, 'nrodocumento'),
    'storage user': header(app, storage, 'usuario'),
    'storage key': header(app, storage, 'clave'),
    assertion: header(app, '/operations/', 'authorization').replace('Bearer ', ''),
    'operations key': app.backend.secrets.operationsKey,
    'session secret': app.backend.secrets.sessionSecret,
  };
}

test('C3 S29: the password is sent once, in a body; no address or log contains it or a token', async ({
  page,
  context,
  app,
  watched,
}) => {
  watched.expectConsole(/status of 401 .*\/api\/auth\/login/);
  const canary = `Cañón-${app.gateway.url.slice(-5)}/+&= 9c1e`;
  const traffic = record(context);
  await page.goto('/auth/login');
  await page.getByLabel('Sucursal').fill('LIMA');
  await page.getByLabel('Usuario').fill('ana.torres');
  await page.getByLabel('Contraseña', { exact: true }).fill(canary);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByText('Usuario o contraseña incorrectos')).toBeVisible();

  await reported(page);
  const call = app.calls(/\/legacy\/base\/auth\?/)[0];
  const query = new URL(call?.url ?? '', app.url).searchParams;
  expect(Object.fromEntries(query)).toEqual({ sucursal: 'LIMA', user: 'ana.torres', password: canary });
  const login = traffic.requests.filter((request) => request.url().endsWith('/api/auth/login'));
  expect(login.map((request) => request.method())).toEqual(['POST']);
  expect(login[0]?.postDataJSON()).toEqual({ sucursal: 'LIMA', username: 'ana.torres', password: canary });
  expect(traffic.requests.filter((request) => /password|Ca%C3%B1/.test(request.url()))).toEqual([]);

  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/clients');
  await settled(page);
  const logs = [await readFile(app.gateway.logFile, 'utf8'), await readFile(`${ROOT}e2e/.output/backend.log`, 'utf8')];
  const secrets = { ...secretsOf(app), password: canary };
  for (const log of logs) {
    expect(log).toContain('"level"');
    for (const [name, secret] of Object.entries(secrets))
      for (const spelling of spellings(secret)) expect(log.includes(spelling), `${name} in a log`).toBe(false);
  }
  expect(logs[0]).toContain('/api/auth/login');
});
