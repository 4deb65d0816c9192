import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Client } from '../../src/load/client.ts';
import { testsNeed } from '../../src/machine/needs.ts';
import { startPostgres } from '../../src/machine/postgres-server.ts';
import { ROOT } from '../../src/root.ts';
import { freePort } from '../../src/stack/ports.ts';

/* Types the code blocks of docs/operations.md on an empty server of PostgreSQL, with other ports and names. */

const MANUAL = readFileSync(`${ROOT}docs/operations.md`, 'utf8');
const BLOCKS = [...MANUAL.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, content = '']) => content);
const [, PEOPLE = ''] = /^```text\n(nombre;[^`]*)```$/m.exec(MANUAL) ?? [];
const PASSWORD = 'cuatro palabras sueltas';

/** Under `npm test` the documented build exists; a single run uses the sources. */
const PROGRAM = process.env['TEST_REPORTS'] === undefined ? 'src/main.ts' : 'dist/main.js';

/** @returns the only block with a text. */
function blockWith(text: string): string {
  const found = BLOCKS.filter((block) => block.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0] ?? '';
}

/** @returns the only line with a text, of all blocks. */
function lineWith(text: string): string {
  const found = BLOCKS.flatMap((block) => block.split('\n')).filter((line) => line.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0] ?? '';
}

const installed = testsNeed('PostgreSQL');

describe.runIf(installed)('docs/operations.md on PostgreSQL, as a plain owner', { timeout: 180_000 }, () => {
  it('leads to a sign-in, an import, and a backup that is restored elsewhere', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const cwd = mkdtempSync(join(tmpdir(), 'despacho-manual-'));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    for (const name of ['apps', 'node_modules', 'packages']) symlinkSync(`${ROOT}${name}`, join(cwd, name));
    writeFileSync(join(cwd, 'people.csv'), PEOPLE);
    const { hostname, port: serverPort, username } = new URL(server.url);
    const [service, port, admin] = [await freePort(), await freePort(), await freePort()];
    const env = {
      PATH: process.env['PATH'],
      HOME: cwd,
      PGHOST: hostname,
      PGPORT: serverPort,
      PGUSER: username,
      PGDATABASE: 'postgres',
    };
    const typed = (block: string): string =>
      block
        .replaceAll(/^npm .*\n/gm, '')
        .replaceAll(/dist\/main\.js/g, PROGRAM)
        .replaceAll(':4000', `:${service}`)
        .replace(/^(node apps\/backend\/\S+ &)$/m, `PORT=${service} $1`)
        .replace(/^(node apps\/bff\/\S+)$/m, `PORT=${port} ADMIN_PORT=${admin} $1`);
    const database = (name: string): string =>
      blockWith('create database').replaceAll('despacho', name).replace('@127.0.0.1/', `@127.0.0.1:${serverPort}/`);
    const start = typed(blockWith('office create'));
    const exported = (name: string): string =>
      [database(name), start]
        .flatMap((block) => block.split('\n').filter((line) => line.startsWith('export ')))
        .join('\n');
    /** Types lines in a shell with the exports of the first one. */
    const type = (name: string, lines: string): string => {
      const script = `set -euo pipefail\n${exported(name)}\n${typed(lines)}`;
      const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd, env, encoding: 'utf8' });
      expect(status, `${lines}\n${stdout}${stderr}`).toBe(0);
      return stdout;
    };

    const shell = spawn('bash', ['-c', `set -euo pipefail\n${database('manual')}\n${start}`], {
      cwd,
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    });
    let errors = '';
    shell.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    shell.stdin.end(`${PASSWORD}\n`);
    const exit = once(shell, 'exit');
    onTestFinished(async () => {
      process.kill(-(shell.pid ?? 0), 'SIGTERM');
      await exit;
    });
    await vi.waitFor(
      async () => {
        expect(shell.exitCode, errors).toBeNull();
        const answer = await fetch(`http://127.0.0.1:${admin}/ready`);
        expect(await answer.json()).toEqual({ ready: true, reasons: [] });
      },
      { timeout: 120_000, interval: 200 },
    );

    const client = new Client(port, '127.0.0.1');
    onTestFinished(() => client.close());
    expect((await client.signIn('LIMA', 'jefa', PASSWORD)).status).toBe(200);
    expect(type('manual', lineWith('user import'))).toContain('1 people created.');
    expect(type('manual', lineWith('backup create'))).toContain('Backup written to ');

    type('elsewhere', database('elsewhere').replace(/^export .*$/m, ''));
    const elsewhere = (lines: string) => type('elsewhere', `export DATA_DIR=$PWD/elsewhere\n${lines}`);
    expect(elsewhere(lineWith('backup restore'))).toContain('Restored the backup');
    expect(elsewhere(lineWith('user list'))).toContain('ana.torres');
  });
});
