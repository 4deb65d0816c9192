import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateKind } from '#edge/demo/settle-kind.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { ServiceProcess } from './service-process.ts';
import { emptyDatabase } from './test-services.ts';

interface Credentials {
  token: string;
  permissionsList: { module: string }[];
}

describe('administrative commands', { timeout: 300_000 }, () => {
  let folder: string;
  const started: ServiceProcess[] = [];
  const start = (environment = {}, ...given: [string[]?, object?]): ServiceProcess => {
    const service = new ServiceProcess({ DATA_DIR: folder, ...environment }, ...given);
    started.push(service);
    return service;
  };

  // Its own processes, because commands open the folder while none runs.
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'despacho-commands-'));
    // With its tables, because creating them takes seconds.
    await rename(await emptyDatabase(), path.join(folder, 'database'));
  });
  afterAll(async () => {
    await Promise.all(started.filter(({ child }) => child.exitCode === null).map((service) => service.stop('SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  });

  it('work with the service running or stopped, and never take a password as an argument', async () => {
    const command = async (args: string, options: object = {}) => {
      const run = start({}, args.split(' '), options);
      return { code: await run.exit, output: run.output, errors: run.errors };
    };
    const office = 'office create --ruc 20100047218 --company Empresa --id PIURA --name Piura --storage-gb 2';
    expect(await command(office)).toEqual({
      code: 0,
      output: 'Office PIURA created, and the company Empresa.\n',
      errors: '',
    });
    const service = start();
    const url = await service.listening();
    const user = 'user create --office PIURA --username eva --name Eva --charge S --modules G01,000';
    expect(await command(user, { input: 'primera clave\n' })).toMatchObject({ code: 0 });
    const query = (password: string) => new URLSearchParams({ sucursal: 'PIURA', user: 'eva', password }).toString();
    const demoUser = 'sucursal=LIMA&user=ana.torres&password=despacho';
    expect((await fetch(`${url}/legacy/base/auth?${demoUser}`)).status).toBe(401);
    const login = await fetch(`${url}/legacy/base/auth?${query('primera clave')}`);
    expect(login.status).toBe(200);
    const { token } = (await login.json()) as Credentials;
    // The running service carries them out itself, over a socket that only its user can open.
    const socket = path.join(folder, 'admin.sock');
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    const modulesNow = async (): Promise<string[]> => {
      const response = await fetch(`${url}/legacy/base/auth/credentials?token=${token}`);
      const person = (await response.json()) as Credentials;
      return person.permissionsList.map(({ module }) => module);
    };
    expect(await modulesNow()).toEqual(['G01', '000']);
    expect(await command('user modules --office PIURA --username eva --modules D01,G01')).toEqual({
      code: 0,
      output: 'Modules of eva: D01, G01; before: G01, 000.\n',
      errors: '',
    });
    expect(await modulesNow()).toEqual(['D01', 'G01']);
    expect(service.log.filter(({ msg }) => msg === 'administrative command')).toMatchObject([
      { command: 'user create' },
      { command: 'user modules', office: 'PIURA', username: 'eva' },
    ]);
    expect(await command('user modules --office PIURA --username eva --modules G!1')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^There is no module G!1\. Choose from D01 Estados, .*000 Clientes\n$/) as string,
    });
    // After a kill, the stale socket affects neither commands nor the next process.
    await service.stop('SIGKILL');
    const file = path.join(folder, 'new-password');
    await writeFile(file, 'segunda clave\n');
    const set = await command(`user set-password --office PIURA --username eva --password-file ${file}`);
    expect(set).toMatchObject({ code: 0, output: 'Password of eva set; 1 tokens revoked.\n' });
    const of = '--company 20100047218 --office PIURA';
    expect(
      await command(`call settings.edit ${of} --json {"body":{"version":1,"changes":{"silence":20}}}`),
    ).toMatchObject({
      code: 0,
      output: expect.stringContaining('"silence": 20') as string,
    });
    const next = start();
    const nextUrl = await next.listening();
    expect((await fetch(`${nextUrl}/legacy/base/auth/credentials?token=${token}`)).status).toBe(401);
    expect((await fetch(`${nextUrl}/legacy/base/auth?${query('primera clave')}`)).status).toBe(401);
    expect((await fetch(`${nextUrl}/legacy/base/auth?${query('segunda clave')}`)).status).toBe(200);
    const changed = await command(`call settings.edit ${of} --json {"body":{"version":2,"changes":{"silence":30}}}`);
    expect(changed).toMatchObject({ code: 0, output: expect.stringContaining('"silence": 30') as string });
    expect(await command('call settings.read --company 20100047218 --office LIMA')).toEqual({
      code: 1,
      output: '',
      errors: 'The company 20100047218 has no office LIMA. See: office list\n',
    });
    expect(next.log.filter(({ msg }) => msg === 'administrative command')).toMatchObject([
      { command: 'call', operation: 'settings.edit', company: '20100047218', office: 'PIURA' },
    ]);
    await next.stop('SIGTERM');
    expect(existsSync(socket)).toBe(false);
  });

  it('create real data, on which DEMO=1 is refused', async () => {
    const demo = openDatabase({ databaseUrl: undefined, dataDir: folder, prepare: migrateKind(true) }, () => undefined);
    await expect(demo).rejects.toThrow(/real data; DEMO=1 is refused/);
  });
});
