import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LOCK_TIMEOUT_MS, SHARE_WAIT_MS } from '../../../apps/backend/tools/settings.ts';
import { VARIABLES as GATEWAY } from '../../../apps/bff/tools/settings.ts';
import { wrapped } from '../../test/audit/nginx.ts';
import { wholeApache } from '../../test/audit/proxies.ts';
import { testsNeed } from '../machine/needs.ts';
import { findApache, findCaddy, findHaproxy, findNginx } from '../machine/programs.ts';
import { ROOT } from '../root.ts';

/* The programs that read the files of docker/ accept them without a warning. compose.test.ts reads compose.yaml. */

const hasNginx = testsNeed('nginx');
const hasHaproxy = testsNeed('HAProxy');
const hasApache = testsNeed('Apache');
const hasCaddy = testsNeed('Caddy');
const samples = readdirSync(`${ROOT}docker`, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);
const endingWith = (end: string): string[] => samples.filter((name) => name.endsWith(end));

const APACHE = 'apache.conf';

const folder = mkdtempSync(join(tmpdir(), 'despacho-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [key, certificate, both] = ['tls.key', 'tls.crt', 'tls.pem'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
execFileSync('openssl', [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost'],
  ...['-keyout', key, '-out', certificate],
]);
writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));

/** Runs a program. @returns its exit code and what it printed. */
function run(program: string, ...args: string[]): { code: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { code: status, printed: stdout + stderr };
}

it('checks every sample file', () => {
  expect(samples.filter((name) => !/^compose\.yaml$|^Caddyfile$|\.cfg$|\.conf$/.test(name))).toEqual([]);
});

describe.runIf(hasHaproxy)('haproxy -c', () => {
  const check = (text: string) => {
    const path = join(folder, 'haproxy.cfg');
    writeFileSync(path, text.replaceAll(/\/etc\/haproxy\/tls\/\S+/g, both));
    return run(findHaproxy() ?? '', '-c', '-f', path);
  };

  it.each(endingWith('.cfg'))('accepts docker/%s', (name) => {
    const { code, printed } = check(readFileSync(`${ROOT}docker/${name}`, 'utf8'));
    expect(printed).not.toMatch(/\[(WARNING|ALERT)\]/);
    expect(code).toBe(0);
  });

  it('refuses a file with an unknown word', () => {
    expect(check('defaults\n  mood http\n').code).toBe(1);
  });
});

it('answers a change that waits for its office before a balancer or the gateway gives up', () => {
  const text = readFileSync(`${ROOT}docker/haproxy-services.cfg`, 'utf8');
  const [seconds] = [...text.matchAll(/^ {2}timeout server (\d+)s$/gm)].map(([, each]) => Number(each));
  expect(SHARE_WAIT_MS + LOCK_TIMEOUT_MS).toBeLessThan((seconds ?? 0) * 1000);
  expect((seconds ?? 0) * 1000).toBeLessThan(
    Number(GATEWAY.find(({ name }) => name === 'UPSTREAM_TIMEOUT_MS')?.default),
  );
  const repeated = [...text.matchAll(/^ {2}retry-on (.*)$/gm)].flatMap(([, statuses = '']) => statuses.split(' '));
  expect(repeated).toContain('503');
  expect(repeated).not.toContain('409');
});

describe.runIf(hasNginx)('nginx -t', () => {
  it.each(endingWith('.conf').filter((name) => name !== APACHE))('accepts docker/%s', (name) => {
    const path = join(folder, 'nginx.conf');
    writeFileSync(
      path,
      wrapped(name, folder, [])
        .replaceAll(/\/etc\/nginx\/tls\/\w+\.crt/g, certificate)
        .replaceAll(/\/etc\/nginx\/tls\/\w+\.key/g, key),
    );
    const { code, printed } = run(findNginx() ?? '', '-t', '-p', folder, '-c', path);
    expect(printed).not.toMatch(/\[(warn|emerg|alert|crit|error)\]/);
    expect(code).toBe(0);
  });
});

const withTestFiles = (name: string): string =>
  readFileSync(`${ROOT}docker/${name}`, 'utf8')
    .replaceAll(/\/etc\/\w+\/tls\/\w+\.crt/g, certificate)
    .replaceAll(/\/etc\/\w+\/tls\/\w+\.key/g, key)
    .replaceAll(/\/var\/log\/\w+/g, folder);

it.runIf(hasApache)('apache2 -t accepts docker/apache.conf', () => {
  const path = join(folder, APACHE);
  writeFileSync(path, wholeApache(withTestFiles(APACHE), folder));
  const { code, printed } = run(findApache() ?? '', '-t', '-f', path);
  expect(printed).toBe('Syntax OK\n');
  expect(code).toBe(0);
});

it.runIf(hasCaddy)('caddy validate accepts docker/Caddyfile', () => {
  const path = join(folder, 'Caddyfile');
  writeFileSync(path, withTestFiles('Caddyfile'));
  const { code, printed } = run(findCaddy() ?? '', 'validate', '--config', path, '--adapter', 'caddyfile');
  expect(printed).not.toMatch(/"level":"error"|"(logger|adapter)":"caddyfile"/);
  expect(code).toBe(0);
});

describe('operations with a time limit of their own', () => {
  const { operations } = JSON.parse(readFileSync(`${ROOT}docs/security/manifest.json`, 'utf8')) as {
    operations: Record<string, { path: string; limits: { time?: number } }>;
  };
  const slow = Object.values(operations)
    .filter(({ limits }) => limits.time !== undefined)
    .map(({ path }) => path);

  it.each([
    ['nginx.conf', /location ~ (\S+) \{[^}]*proxy_read_timeout 75s/, '/api'],
    ['nginx-services.conf', /location ~ (\S+) \{[^}]*proxy_read_timeout 75s/, '/operations'],
    ['haproxy.cfg', /use_backend files if \{ path_reg (\S+) \}/, '/api'],
    ['haproxy-services.cfg', /use_backend files if \{ path_reg (\S+) \}/, '/operations'],
  ])('are waited for by docker/%s', (name, pattern, prefix) => {
    const [, longer = '^$'] = pattern.exec(readFileSync(`${ROOT}docker/${name}`, 'utf8')) ?? [];
    const paths = slow.map((path) => path.replace('/api', prefix).replaceAll(/:\w+/g, '7'));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !new RegExp(longer).test(path))).toEqual([]);
  });
});
