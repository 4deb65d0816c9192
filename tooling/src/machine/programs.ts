import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A program that the tests use. */
export interface Program {
  what: string;
  /** Its Debian package. */
  debian: string;
  /** Whether tests cannot start without it; otherwise the tests that require it are reported as skipped. */
  required: boolean;
  /** Whether it does not run as root, or its workers do not: a test by root starts it as another user. */
  leavesRoot?: boolean;
  find: () => string | undefined;
}

function executable(path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

function onPath(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => executable(path));
}

const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Chromium without its window system, as packaged by Debian. Preferred: the tests took two thirds of the time and CPU
 * of the whole browser.
 */
const SHELL = 'chromium-headless-shell';

/** @returns the browser for tests: `CHROMIUM_PATH` if set, otherwise an installed one. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return executable(named);
  return (
    onPath(SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ?? executable(MAC_CHROME)
  );
}

/** Debian does not put the server programs on the path. The newest version is the last. */
const findInitdb = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1) ?? onPath('initdb');

/** @returns the folder of PostgreSQL's programs; undefined if not installed. */
export function findPostgres(): string | undefined {
  const initdb = findInitdb();
  return initdb === undefined ? undefined : dirname(initdb);
}

/** @returns the path of PgBouncer, which on Debian is not on the path of ordinary users. */
export const findPgbouncer = (): string | undefined => onPath('pgbouncer') ?? executable('/usr/sbin/pgbouncer');

/** @returns the path of nginx, which on Debian is not on the path of ordinary users. */
export const findNginx = (): string | undefined => onPath('nginx') ?? executable('/usr/sbin/nginx');

/** @returns the path of HAProxy, which on Debian is not on the path of ordinary users. */
export const findHaproxy = (): string | undefined => onPath('haproxy') ?? executable('/usr/sbin/haproxy');

/** @returns the path of Apache, which on Debian is not on the path of ordinary users. */
export const findApache = (): string | undefined => onPath('apache2') ?? executable('/usr/sbin/apache2');

/** @returns the path of Caddy. */
export const findCaddy = (): string | undefined => onPath('caddy');

export const PROGRAMS: Program[] = [
  { what: 'Chromium (or name one by CHROMIUM_PATH)', debian: SHELL, required: true, find: findChromium },
  { what: 'redis-server', debian: 'redis-server', required: true, find: () => onPath('redis-server') },
  { what: 'openssl', debian: 'openssl', required: true, find: () => onPath('openssl') },
  { what: 'PostgreSQL', debian: 'postgresql', required: false, leavesRoot: true, find: findInitdb },
  { what: 'PgBouncer', debian: 'pgbouncer', required: false, leavesRoot: true, find: findPgbouncer },
  { what: 'nginx', debian: 'nginx-light', required: false, leavesRoot: true, find: findNginx },
  { what: 'HAProxy', debian: 'haproxy', required: false, find: findHaproxy },
  { what: 'Apache', debian: 'apache2', required: false, find: findApache },
  { what: 'Caddy', debian: 'caddy', required: false, find: findCaddy },
  { what: 'Firefox', debian: 'firefox-esr', required: false, find: () => onPath('firefox-esr', 'firefox') },
  { what: 'WebKitWebDriver', debian: 'webkit2gtk-driver', required: false, find: () => onPath('WebKitWebDriver') },
  { what: 'Xvfb', debian: 'xvfb', required: false, find: () => onPath('Xvfb') },
];

/** @param what name of one of `PROGRAMS`. */
export function programOf(what: string): Program {
  const program = PROGRAMS.find((one) => one.what === what);
  if (!program) throw new Error(`${what} is not a program of the tests`);
  return program;
}

/** @returns why tests that require a program of `PROGRAMS` do not run; undefined if it is installed. */
export function whyMissing({ what, debian, find }: Program): string | undefined {
  if (find() !== undefined) return undefined;
  return `${what} is missing, so tests of this file did not run: apt-get install ${debian}`;
}

/** Whether Debian packages can be installed without a prompt. */
function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function aptGet(...args: string[]): boolean {
  // RUNLEVEL=1 keeps packages from starting services: the tests start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/** Programs that are still missing, one sentence each. */
interface Missing {
  required: string[];
  wanted: string[];
}

/** Finds the programs and installs missing ones if permitted. */
export function prepareMachine(programs = PROGRAMS): Missing {
  const lacking = programs.filter((program) => !program.find());
  if (lacking.length > 0 && mayInstall()) {
    const packages = lacking.map((program) => program.debian);
    console.log(`Installing ${packages.join(', ')}…`);
    if (aptGet('update')) aptGet('install', '-y', '--no-install-recommends', ...packages);
  }
  const still = lacking.filter((program) => !program.find());
  const sentences = (required: boolean): string[] =>
    still
      .filter((program) => program.required === required)
      .map(({ what, debian }) => `${what} is missing: install it (Debian: apt-get install ${debian}) and run again.`);
  return { required: sentences(true), wanted: sentences(false) };
}
