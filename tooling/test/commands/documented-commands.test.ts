import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type PersonOfOffice } from '@despacho/contracts/dispatch';
import { HELP } from '../../../apps/backend/tools/settings.ts';
import {
  commandsInComments,
  commandsInHelp,
  commandsInMarkdown,
  type DocumentedCommand,
} from '../../src/docs/documented-commands.ts';
import { ROOT } from '../../src/root.ts';
import { backendEnvironment, makeSecrets } from '../../src/stack/environment.ts';
import { freePort } from '../../src/stack/ports.ts';
import { blocksOf, MANUAL } from './manual.ts';
import { NOT_EXECUTED } from './not-executed.ts';

const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const files = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT }).filter((path) => /\.\w+$|file$/.test(path));
const from = (source: string, commands: string[]): DocumentedCommand[] =>
  commands.map((command) => ({ source, command }));

const COMMANDS: readonly DocumentedCommand[] = [
  ...files('*.md', 'docs/*.md', 'docs/security/*.md').flatMap((path) => from(path, commandsInMarkdown(read(path)))),
  ...files('docker/*', 'Dockerfile').flatMap((path) => from(path, commandsInComments(read(path)))),
  ...from('--help of the dispatch service', commandsInHelp(HELP)),
];
const commandsOf = (source: string): string[] =>
  COMMANDS.filter((one) => one.source === source).map(({ command }) => command);

/*
 * `FULL=1`, which `npm run verify:long` sets, executes them all, which takes minutes of CPU. Otherwise those that need no
 * running service are executed, and the tests below check that none is missing.
 */
const isLong = process.env['FULL'] === '1';

const HELP_COMMANDS = commandsInHelp(HELP);
/** Those that create the secret files. */
const COMPOSE_COMMANDS = commandsOf('docker/compose.yaml').filter((command) => !command.startsWith('docker '));
const EXPLAIN_COMMANDS = COMMANDS.map(({ command }) => command).filter((command) =>
  command.startsWith('npm run explain '),
);

const inBlocks = (heading: string): string[] =>
  blocksOf(MANUAL, heading).flatMap((block) => commandsInMarkdown(`\`\`\`sh\n${block}\`\`\`\n`));
/** The commands of docs/operations.md that lead to a running installation, and those executed in it. */
const INSTALLATION = inBlocks('## Starting');
/** Those that manual.test.ts types. */
const TYPED = [
  '## Connections to PostgreSQL',
  '### Two gateways and two services',
  '### One instance at a time',
].flatMap(inBlocks);
const OF_SERVICE = 'node apps/backend/dist/main.js ';
const startingWith = (start: string): string[] =>
  COMMANDS.map(({ command }) => command).filter((command) => command.startsWith(start));
/** Administrative commands, executed in this order while the service runs, and what they print. */
const ADMINISTRATIVE = [
  ['version', 'Upgrades databases of 0.9.0.'],
  ['user modules ', 'jefa'],
  ['user password ', 'must be changed at the first sign-in'],
  ['user reset-link ', 'auth/password#'],
  ['user reset-factor --office LIMA --username jefa', 'jefa has no second factor.'],
  ['user permit-factor --office LIMA --username jefa', 'jefa may set up a second factor'],
  ['sign-in break-glass --office LIMA --username jefa', 'Nothing was changed'],
  ['secrets rewrite', '0 second factors encrypted'],
  ['user create --office LIMA --username ana.torres ', 'User ana.torres of LIMA created'],
  ['user reset-factor --office LIMA --username ana.torres', 'ana.torres has no second factor.'],
  ['call settings.edit --help', '"changes"'],
  ['call settings.read ', '"version": 1'],
  ['call settings.edit --company ', '"silence": 15'],
  ['call couriers.create ', '"name": "Juan Pérez"'],
  ['call clients.create ', '"code": "C0001"'],
  ['call clients.list ', 'Botica San Juan'],
  ['call trail.list ', '"entries": []'],
  ['call people.list ', 'ana.torres'],
  ['evidence sweep', '0 photos without a file.'],
  ['company set ', 'Mi Empresa, RUC 20601234565'],
  ['company list', '20601234565'],
  ['company show ', '"offices"'],
  ['company rename ', 'before: Mi Empresa.'],
  ['office list ', 'LIMA'],
  ['office alike', 'No office, company or person'],
  ['company close ', '1 office closed'],
  ['company reopen ', '1 office opened'],
  ['evidence purge ', 'Nothing was'],
  ['person erase ', 'Nothing was'],
  ['courier link ', 'For Juan Pérez'],
].flatMap(([start = '', printed = '']) =>
  startingWith(`${OF_SERVICE}${start}`).map((command) => ({ command, printed })),
);
/** What an operator has done before a command. `user password` reads one from standard input. */
const BEFORE: readonly (readonly [start: string, command: string])[] = [
  ['user reset-link ', `${OF_SERVICE}user password --office LIMA --username jefa`],
];
/** Administrative commands that are refused while the service runs, and the choices they print. */
const REFUSED: readonly (readonly [command: string, printed: RegExp])[] = [
  ['user modules --office LIMA --username jefa --modules XX9', /no module XX9\. Choose from D01 Estados, /],
  ['user password --office LIMA --username jefa --temporary ja', /--temporary must be one of yes, no, not "ja"/],
  [
    'call settings.red --company 20601234565 --office LIMA',
    /no operation "settings\.red"\. Choose from settings\.read, /,
  ],
  ['call settings.read --company 20601234565 --office PIURA', /has no office PIURA\. See: office list/],
];
const BACKUPS = COMMANDS.filter(
  ({ command, source }) => source === 'docs/operations.md' && command.includes('main.js backup '),
).map(({ command }) => command);
const AUDITS = COMMANDS.filter(({ command }) => command.startsWith('npm run audit:gateway -- http'));
const ALONE = [`${OF_SERVICE}--help`, `${OF_SERVICE}call`, 'openssl rand -base64 48', 'npm run rows'];

const EXECUTED = new Set([
  ...HELP_COMMANDS,
  ...COMPOSE_COMMANDS,
  ...EXPLAIN_COMMANDS,
  ...INSTALLATION,
  ...TYPED,
  ...ADMINISTRATIVE.map(({ command }) => command),
  ...BACKUPS,
  ...AUDITS.map(({ command }) => command),
  ...ALONE,
]);

const folders: string[] = [];
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'despacho-commands-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Under `npm test` and in the long run the documented build exists; a single run uses the sources. */
const isBuilt = process.env['TEST_REPORTS'] !== undefined || isLong;
const inThisCheckout = (command: string): string =>
  isBuilt ? command : command.replaceAll(/(apps\/(?:backend|bff)\/)dist\/main\.js/g, '$1src/main.ts');

/** The environment of an operator's shell, without the test's settings. */
const shell = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: `${ROOT}node_modules/.bin:${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'] ?? '/',
  ...more,
});

interface RunOptions {
  cwd?: string;
  environment?: Record<string, string>;
  input?: string;
  /** Accepted exit codes. */
  status?: number[];
}

/** Runs documented commands as one script that stops at the first failure. @returns its output, and its messages. */
function runScript(
  commands: string[],
  { cwd = ROOT, environment = {}, input = '', status: wanted = [0] }: RunOptions = {},
): { stdout: string; stderr: string } {
  const script = `set -euo pipefail\n${commands.map(inThisCheckout).join('\n')}\n`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd,
    env: shell(environment),
    input,
    encoding: 'utf8',
  });
  expect(wanted, `${commands.join('\n')}\n${stdout}${stderr}`).toContain(status);
  return { stdout, stderr };
}

const run = (commands: string[], options?: RunOptions): string => runScript(commands, options).stdout;

const LIMA = 'office create --ruc 20601234565 --company "Empresa S.A.C." --id LIMA --name Lima';
const ANA = 'user create --office LIMA --username ana.torres --name "Ana Torres" --password-file path';

const OF_LIMA = '--company 20601234565 --office LIMA';
const [COURIER = ''] = startingWith(`${OF_SERVICE}call couriers.create `);

/** What an operator has done before a command of --help, by its name. */
const HELP_BEFORE: Readonly<Record<string, readonly string[]>> = {
  'company create': [
    `call offices.remove ${OF_LIMA} --json '{"body":{"version":1}}'`,
    'company delete --ruc 20601234565',
  ],
  'company set': [LIMA],
  'user create': [
    'user create --office LIMA --username jefa --name Jefa --charge S --modules G01 --password-file path',
  ],
  'user modules': [ANA],
  'courier link': [COURIER.replace(OF_SERVICE, '').replace('Juan Pérez', 'Juan Pérez Ruiz')],
};

const SLOW = { timeout: 900_000 };

describe('commands in the documents', () => {
  it.runIf(isLong)('--help of the dispatch service: each of its commands works as written', SLOW, async () => {
    const [start = '', ...commands] = HELP_COMMANDS;
    expect(start).toBe('node main.js');
    expect(commands).toHaveLength(HELP.split('node main.js ').length - 2);
    const cwd = temporaryFolder();
    symlinkSync(`${ROOT}apps/backend/${isBuilt ? 'dist' : 'src'}/main.${isBuilt ? 'js' : 'ts'}`, join(cwd, 'main.js'));
    writeFileSync(join(cwd, 'path'), 'cuatro palabras sueltas\n');
    const data = join(cwd, 'data');
    const { DEMO: _, ...settings } = backendEnvironment(0, data, makeSecrets());
    // It carries the commands out: opening the database for each of them took five times the CPU. Without one running,
    // they are tested in the service's administrative-commands.test.ts.
    const service = spawn('bash', ['-c', `exec ${start}`], { cwd, env: { ...shell(), ...settings }, stdio: 'ignore' });
    const exit = once(service, 'exit');
    try {
      await vi.waitFor(
        () => {
          expect(service.exitCode).toBeNull();
          expect(existsSync(join(data, 'admin.sock'))).toBe(true);
        },
        { timeout: 240_000, interval: 100 },
      );
      const execute = (command: string): string =>
        run([command], {
          cwd,
          // A restore goes to another place than the one that was backed up.
          environment: { DATA_DIR: command.includes(' restore ') ? join(cwd, 'restored') : data },
          // There is no server to move to, and the service uses the database.
          status: [/ database (move|upgrade)\b/.test(command) ? 1 : 0],
        });
      const output = commands.map((command) => {
        const name = command.split(' ').slice(2, 4).join(' ');
        for (const before of HELP_BEFORE[name] ?? []) execute(`${start} ${before}`);
        if (name === 'user erase') {
          const { people } = JSON.parse(execute(`${start} call people.list ${OF_LIMA}`)) as {
            people: PersonOfOffice[];
          };
          const { id, version } = people.find(({ username }) => username === 'ana.torres') ?? expect.unreachable();
          const retired = JSON.stringify({ params: { id }, body: { version, openWork: 'known' } });
          execute(`${start} call people.retire ${OF_LIMA} --json '${retired}'`);
        }
        return execute(command);
      });
      expect(output.join('')).toMatch(
        /Office LIMA created[^]*User ana\.torres[^]*Password of ana\.torres set[^]*revoked/,
      );
    } finally {
      service.kill('SIGTERM');
      await exit;
    }
  });

  it('docker/compose.yaml: creates the secret files it names', () => {
    const cwd = temporaryFolder();
    run(COMPOSE_COMMANDS, { cwd });
    const named = [...read('docker/compose.yaml').matchAll(/\{ file: \.\/(secrets\/[\w.]+) \}/g)];
    expect(named.length).toBeGreaterThan(2);
    for (const [, path = ''] of named)
      expect(readFileSync(join(cwd, 'docker', path), 'utf8').length, path).toBeGreaterThan(40);
  });

  it('docker/compose.yaml: its Redis requires the generated password', async () => {
    const cwd = temporaryFolder();
    run(COMPOSE_COMMANDS, { cwd });
    const [, list = ''] = /command:\n((?: +- .*\n)+)/.exec(read('docker/compose.yaml')) ?? [];
    const [program = '', ...args] = [...list.matchAll(/- '?(.*?)'?$/gm)].map(([, word = '']) => word);
    const inPlace = args.map((word) => word.replace('/run/secrets', `${cwd}/docker/secrets`));
    const port = String(await freePort());
    const redis = spawn(program, [...inPlace, '--port', port, '--bind', '127.0.0.1'], { cwd, stdio: 'ignore' });
    const ping = (...more: string[]): string =>
      spawnSync('redis-cli', ['-p', port, ...more, 'ping'], { encoding: 'utf8' }).stdout;
    try {
      const password = readFileSync(join(cwd, 'docker/secrets/redis.conf'), 'utf8').split(/\s+/)[1] ?? '';
      await vi.waitFor(() => {
        expect(ping('--no-auth-warning', '-a', password)).toBe('PONG\n');
      }, 10_000);
      expect(ping()).toContain('NOAUTH');
      expect(readFileSync(join(cwd, 'docker/secrets/redis_url'), 'utf8')).toBe(`redis://:${password}@redis:6379`);
    } finally {
      redis.kill('SIGKILL');
    }
  });

  it.each(EXPLAIN_COMMANDS.slice(0, isLong ? undefined : 1))('%s', { timeout: 60_000 }, (command) => {
    expect(run([command])).toContain('csrf');
  });

  it('node apps/backend/dist/main.js --help', () => {
    expect(run(['node apps/backend/dist/main.js --help'])).toBe(HELP);
    expect(run(['node apps/backend/dist/main.js call'])).toMatch(/^settings\.edit +Cambia esos ajustes/m);
  });

  it('openssl rand -base64 48', () => {
    expect(run(['openssl rand -base64 48']).trim()).toHaveLength(64);
  });

  it('npm run rows', { timeout: 60_000 }, () => {
    expect(run(['npm run rows'])).toContain('S1');
  });

  it.runIf(isLong)('docs/operations.md: goes from a checkout to the first sign-in and an audit', SLOW, async () => {
    expect(INSTALLATION.at(-1)).toBe('node apps/bff/dist/main.js');
    const cwd = temporaryFolder();
    for (const name of ['apps', 'node_modules', 'packages']) symlinkSync(`${ROOT}${name}`, join(cwd, name));
    const [servicePort, port, adminPort] = [await freePort(), await freePort(), await freePort()];
    const script = INSTALLATION.filter((command) => !Object.hasOwn(NOT_EXECUTED, command))
      .map((command) => inThisCheckout(command).replaceAll(':4000', `:${servicePort}`))
      .map((command) =>
        command.endsWith('main.ts &') || command.endsWith('main.js &') ? `PORT=${servicePort} ${command}` : command,
      );
    const gateway = script.pop() ?? '';
    script.push(`PORT=${port} ADMIN_PORT=${adminPort} ${gateway}`);
    // Without job control an interrupted bash would leave its children running: they form one process group. Output
    // goes to a file, because the audit below blocks this process, which could not read a pipe meanwhile.
    const log = join(cwd, 'output.log');
    const logFile = openSync(log, 'w');
    const child = spawn('bash', ['-c', `set -euo pipefail\n${script.join('\n')}`], {
      cwd,
      env: shell(),
      stdio: ['pipe', logFile, logFile],
      detached: true,
    });
    const exit = once(child, 'exit');
    child.stdin?.end('cuatro palabras sueltas\n');
    const status = async (url: string): Promise<number> => (await fetch(url)).status;
    try {
      await vi.waitFor(
        async () => {
          expect(child.exitCode, readFileSync(log, 'utf8')).toBeNull();
          const url = `http://127.0.0.1:${adminPort}/ready`;
          expect(await (await fetch(url)).json()).toEqual({ ready: true, reasons: [] });
        },
        { timeout: 120_000, interval: 500 },
      );
      expect(await status(`http://127.0.0.1:${servicePort}/health`)).toBe(200);
      // The running service executes administrative commands.
      const operator = { cwd, environment: { DATA_DIR: join(cwd, 'data') }, input: 'cuatro palabras sueltas\n' };
      for (const { command, printed } of ADMINISTRATIVE) {
        const before = BEFORE.filter(([start]) => command.startsWith(`${OF_SERVICE}${start}`));
        for (const [, first] of before) run([first], operator);
        expect(run([command], operator), command).toContain(printed);
      }
      for (const [command, printed] of REFUSED)
        expect(runScript([`${OF_SERVICE}${command}`], { ...operator, status: [1] }).stderr).toMatch(printed);
      const [create = '', restore = ''] = BACKUPS;
      const toFolder = (command: string): string => command.replace(/ backup$/, ` ${join(cwd, 'backup')}`);
      run([toFolder(create)], { environment: { DATA_DIR: join(cwd, 'data') } });
      run([toFolder(restore)], { environment: { DATA_DIR: join(cwd, 'restored') } });
      writeFileSync(join(cwd, 'password.txt'), 'cuatro palabras sueltas\n');
      expect(AUDITS.length).toBeGreaterThan(1);
      for (const { command, source } of AUDITS) {
        // The other occurrences are the same command with another host or user.
        if (source !== 'docs/operations.md' || !command.includes('--user')) continue;
        const here = command
          .replace(/https?:\/\/[\w.:]+/, `http://localhost:${port}`)
          .replace('--user auditoria', '--user jefa')
          .replace('password.txt', join(cwd, 'password.txt'));
        // Without the pages, which only `npm test` builds, some checks fail.
        const result = run([here], { status: isBuilt ? [0] : [0, 1] });
        expect(result).toMatch(/✓ G14 /);
        expect(result).toMatch(/✓ G4 /);
      }
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await exit;
    }
  });

  it('are all executed here or listed with a reason', () => {
    const unknown = COMMANDS.filter(
      ({ command }) => !EXECUTED.has(command) && !Object.hasOwn(NOT_EXECUTED, command),
    ).map(({ source, command }) => `${source}: ${command}`);
    expect(unknown, 'execute them in this test, or list them in not-executed.ts with the reason').toEqual([]);
    const all = new Set(COMMANDS.map(({ command }) => command));
    expect(Object.keys(NOT_EXECUTED).filter((command) => !all.has(command))).toEqual([]);
  });

  it('name existing npm scripts and files', () => {
    const scripts = new Map(
      ['.', 'apps/web', 'apps/bff', 'apps/backend', 'packages/contracts', 'packages/server', 'tooling', 'e2e'].map(
        (folder) => {
          const { name, scripts: own } = JSON.parse(read(`${folder}/package.json`)) as {
            name: string;
            scripts: Record<string, string>;
          };
          return [folder === '.' ? '' : name, Object.keys(own)] as const;
        },
      ),
    );
    for (const { command, source } of COMMANDS) {
      for (const [, script = '', workspace = ''] of command.matchAll(
        /npm (?:run )?((?!ci\b|run\b|install\b|audit\b)[\w:-]+)(?: -w (\S+))?/g,
      ))
        expect(scripts.get(workspace), `${source}: ${command}`).toContain(script);
      for (const [, path = ''] of command.matchAll(/(?:node|-f) ((?:apps|tooling|docker)\/\S+)/g))
        if (!path.includes('/dist/')) expect(existsSync(`${ROOT}${path}`), `${source}: ${command}`).toBe(true);
    }
  });
});
