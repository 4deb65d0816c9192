import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../../apps/bff/tools/settings.ts';
import { checkLegacy, hasFault, reportText } from '../../src/legacy-check/check-legacy.ts';
import { ROOT } from '../../src/root.ts';
import { DOCUMENTED, GENEROUS, type Host, HOSTILE, PASSWORD, startHost, STRICT, TOKEN } from './hosts.ts';

/* Tests `npm run check:legacy` against real servers: as a process, or as a function if only the report matters. */

const TIME = 60_000;
const file = join(mkdtempSync(join(tmpdir(), 'despacho-check-')), 'password');
writeFileSync(file, `${PASSWORD}\n`);

/** Keeps compiled code: loading the gateway's modules took most of the time. */
const SHELL = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'despacho-compiled'),
};

let host: Host | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

async function check(env: Record<string, string>, ...more: string[]): Promise<{ code: number; text: string }> {
  const script = [`${ROOT}tooling/scripts/run.js`, 'check-legacy', '--sucursal', 'LIMA', '--user', 'ana', ...more];
  const child = spawn(process.execPath, script, { env: { ...SHELL, ...env }, stdio: 'pipe' });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
}

/** Runs the check in this process. */
async function checkHere(env: Record<string, string>): Promise<{ code: number; text: string }> {
  const config = readConfig({ ...env, SESSION_SECRET: 'a check opens no session of its own' });
  const { reports } = await checkLegacy(config, { sucursal: 'LIMA', username: 'ana', password: PASSWORD });
  return { code: Number(hasFault(reports)), text: reportText(reports) };
}

/** The part of a report about one call. */
const partOf = (text: string, call: string): string => text.slice(text.indexOf(call)).split('\n\n')[0] ?? '';

it(
  'passes a host that answers as documented, and only reads',
  async () => {
    host = await startHost(STRICT);
    const { code, text } = await check(host.environment, '--password-file', file);
    expect([code, text]).toEqual([0, expect.stringContaining('Everything will work.')]);
    expect(text).not.toMatch(/coerced|will not work/);
    expect(host.calls).toEqual([
      'GET /base/auth',
      'GET /base/auth/credentials',
      'GET /api/users/LIMA',
      'GET /base/clients/',
      'GET /base/clients/7',
      'GET /storage/sgdempresa/findPredeterminado',
    ]);
  },
  TIME,
);

it(
  'S32: reports renamed and differently typed fields, and which setting to change',
  async () => {
    host = await startHost(GENEROUS);
    const before = await checkHere(host.environment);
    expect(partOf(before.text, 'GET {BASE_URL}/auth\n')).toContain('LOGIN_TAX_ID_FIELD=empresaRuc');
    expect([before.code, partOf(before.text, 'GET {STORAGE_URL}')]).toEqual([
      1,
      expect.stringContaining('LOGIN_TAX_ID_FIELD'),
    ]);
    const env = { ...host.environment, LOGIN_TAX_ID_FIELD: 'empresaRuc', CHECK_PASSWORD: PASSWORD };
    const { code, text } = await check(env);
    expect([code, text]).toEqual([0, expect.stringContaining('Everything will work.')]);
    const clients = partOf(text, 'GET {BASE_URL}/clients/\n');
    for (const field of ['phone came as number', 'active came as number', 'lat came as string'])
      expect(clients).toMatch(new RegExp(`coerced +${field}`));
    expect(clients).toContain('name came as null');
    expect(clients).toContain('shown as they are: zona');
    expect(clients).toContain('never passed on: claveInterna');
    expect(partOf(text, 'POST {API_URL}/permission')).toContain('besides module: desde; sent back unchanged');
  },
  TIME,
);

it(
  'S27 S45: reports what works with only the documented fields, and what the host must add to get more',
  async () => {
    host = await startHost(DOCUMENTED);
    const { code, text } = await checkHere({ ...host.environment, STORAGE_TAX_ID: '20600000001' });
    expect(code).toBe(1);
    const permission = partOf(text, 'POST {API_URL}/permission');
    expect(permission).toContain('can change the permissions of 1 of 2 users');
    expect(permission).toContain('1 locked: No se puede comprobar que esta persona no sea usted');
    expect(permission).toContain('send id and username in the credentials response');
    expect(partOf(text, 'GET {API_URL}/users')).toContain('permissionsList has unreadable entries in 1 of 2');
    expect(partOf(text, 'GET {BASE_URL}/auth/credentials')).not.toContain('no section');
    expect(partOf(text, 'GET {BASE_URL}/clients/\n')).toContain('the browser gets 500 upstream-failed');
    expect(partOf(text, 'GET {STORAGE_URL}')).toContain('both figures');
  },
  TIME,
);

it(
  'S30 S32: reports what will not work with a hostile host, without repeating its values',
  async () => {
    host = await startHost(HOSTILE);
    const env = { ...host.environment, STORAGE_TAX_ID: '20600000001', CHECK_PASSWORD: PASSWORD };
    const { code, text } = await check(env);
    expect(code).toBe(1);
    expect(partOf(text, 'GET {BASE_URL}/auth/credentials')).toMatch(/charge came as list[^]*no charge/);
    expect(partOf(text, 'GET {API_URL}/users')).toContain('2 of 3 cannot be read');
    expect(partOf(text, 'POST {API_URL}/permission')).toContain('of 0 of 1 users');
    expect(partOf(text, 'GET {BASE_URL}/clients/\n')).toContain('no answer within 2000 ms');
    expect(partOf(text, 'GET {STORAGE_URL}')).toContain('redirects are not followed');
    expect(text).not.toContain('\u001b');
    for (const secret of [PASSWORD, TOKEN, 'clave-de-servicio']) expect(text).not.toContain(secret);
  },
  TIME,
);

it(
  'exits with 1 if the account is refused, with 2 without settings or a password',
  async () => {
    host = await startHost(STRICT);
    const wrong = await check({ ...host.environment, CHECK_PASSWORD: 'otra' });
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining('auth host answered 401')]);
    const unset = await check({ CHECK_PASSWORD: PASSWORD });
    expect([unset.code, unset.text]).toEqual([2, expect.stringContaining('API_URL is required.')]);
    const silent = await check(host.environment);
    expect([silent.code, silent.text]).toEqual([2, expect.stringContaining('No password')]);
  },
  TIME,
);
