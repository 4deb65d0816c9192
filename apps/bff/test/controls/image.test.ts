import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '@despacho/server/listen';
import { SECRETS } from '../support/gateway.ts';
import { GatewayProcess, MAIN, postLogin, settings, SLOW_START } from '../support/gateway-process.ts';
import { type Legacy, startLegacy } from '../support/legacy.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const NOBODY = '65534';

/** Read-only file system, another user, and no capabilities, as in docker/compose.yaml. */
const CONFINED = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --bind / / && mount -o remount,ro,bind / && exec "$@"',
  'confined',
  ...['setpriv', '--reuid', NOBODY, '--regid', NOBODY, '--clear-groups'],
  ...['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'],
];

/** Runs a confined program and waits for it. */
function runConfined(...args: string[]) {
  const [program = '', ...rest] = [...CONFINED, ...args];
  return spawnSync(program, rest, { encoding: 'utf8' });
}

/** Only root can apply the restrictions, and other users must be able to read the sources. */
const mayConfine = runConfined(process.execPath, '-e', `require('fs').readFileSync('${MAIN}')`).status === 0;

const UNCONFINED = 'nobody but root, on a machine that lets it, can confine a process';

let legacy: Legacy | undefined;
let gateway: GatewayProcess | undefined;
let folder: string | undefined;

afterEach(async () => {
  await gateway?.stop();
  await legacy?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  [legacy, gateway, folder] = [undefined, undefined, undefined];
});

/** The same settings with each secret as the path of a file. */
function withSecretsInFiles(environment: Record<string, string>, place: string): Record<string, string> {
  chmodSync(place, 0o755);
  const entries = Object.entries(environment).map(([name, value]) => {
    if (!Object.hasOwn(SECRETS, name)) return [name, value] as const;
    writeFileSync(join(place, name), `${value}\n`, { mode: 0o644 });
    return [`${name}_FILE`, join(place, name)] as const;
  });
  return Object.fromEntries(entries);
}

describe('with the restrictions of the image', () => {
  it('G37: the restrictions work: a write fails', ({ skip }) => {
    if (!mayConfine) skip(UNCONFINED);
    const write = `require('fs').writeFileSync('${ROOT}apps/bff/written', '')`;
    expect(runConfined(process.execPath, '-e', write).stderr).toContain('EROFS');
  });

  it(
    'G37: starts, signs in and stops as another user, read-only, with secrets from files',
    SLOW_START,
    async ({ skip }) => {
      if (!mayConfine) skip(UNCONFINED);
      legacy = await startLegacy();
      folder = mkdtempSync(join(tmpdir(), 'despacho-secrets-'));
      const environment = withSecretsInFiles(settings(legacy), folder);
      expect(JSON.stringify(environment)).not.toContain(SECRETS.SESSION_SECRET);
      gateway = new GatewayProcess(environment, CONFINED);
      const { port } = await gateway.listening();
      const status = readFileSync(`/proc/${gateway.child.pid ?? 0}/status`, 'utf8');
      expect(status).toMatch(new RegExp(`^Uid:\\s+${NOBODY}\\s+${NOBODY}`, 'm'));
      expect(status).toMatch(/^CapEff:\s+0+$/m);
      expect(status).toMatch(/^CapBnd:\s+0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
      const { response } = await postLogin(port, legacy.users.ana);
      expect(response.status).toBe(200);
      gateway.child.kill('SIGTERM');
      expect(await gateway.ended).toEqual([0, null]);
    },
  );
});

/** Instructions of one stage of the Dockerfile and of the stages it is based on, continuation lines joined. */
function stage(name: string): string[] {
  const text = readFileSync(`${ROOT}Dockerfile`, 'utf8').replaceAll(/\\\n\s*/g, ' ');
  const part = text.split(/^(?=FROM )/m).find((one) => one.split('\n', 1)[0]?.endsWith(` AS ${name}`)) ?? '';
  const [from = '', ...lines] = part.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const base = from.split(' ')[1] ?? '';
  return [...(/^[a-z-]+$/.test(base) ? stage(base) : []), ...lines];
}

const last = (lines: string[], instruction: string): string =>
  lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1) ?? '';

/** The only package that an image adds to its base. */
const BACKUP_PROGRAMS =
  'RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*\n';

describe('the image', () => {
  it.each(['gateway', 'backend'])('G37: %s runs Node directly as its own user, without a shell', (name) => {
    const lines = stage(name);
    expect(last(lines, 'USER')).toBe('node');
    expect(last(lines, 'ENTRYPOINT')).toBe('[]');
    const command = JSON.parse(last(lines, 'CMD')) as string[];
    expect(command[0]).toBe('node');
    const health = /CMD (\[.*\])$/.exec(last(lines, 'HEALTHCHECK'))?.[1] ?? '';
    expect((JSON.parse(health) as string[])[0]).toBe('node');
  });

  it.each(['127.0.0.1', '0.0.0.0', '::'])(
    'checks the health of a gateway whose admin port listens on %s',
    async (host) => {
      const [, ...args] = JSON.parse(
        /CMD (\[.*\])$/.exec(last(stage('gateway'), 'HEALTHCHECK'))?.[1] ?? '',
      ) as string[];
      const server = createServer((req, res) => res.writeHead(req.url === '/live' ? 200 : 404).end());
      const port = await listen(server, 0, host);
      const env = { ADMIN_HOST: host, ADMIN_PORT: String(port) };
      const check = () => promisify(execFile)(process.execPath, args, { env });
      await check();
      await new Promise((resolve) => server.close(resolve));
      await expect(check()).rejects.toMatchObject({ code: 1 });
    },
  );

  it.each(['gateway', 'backend'])('G37: %s is built without secrets and without build tools', (name) => {
    const text = stage(name).join('\n');
    expect(text).not.toMatch(/^(ARG|ENV) .*(SECRET|PASSWORD|KEY|TOKEN)/m);
    const others = name === 'backend' ? text.replace(BACKUP_PROGRAMS, '') : text;
    expect(others).not.toMatch(/npm|tooling|apt/);
  });

  it('the dispatch service has the programs that back up a server', () => {
    expect(`${stage('backend').join('\n')}\n`).toContain(BACKUP_PROGRAMS);
  });
});
