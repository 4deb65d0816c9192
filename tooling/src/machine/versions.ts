import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import process from 'node:process';
import { PROGRAMS } from './programs.ts';

/** How programs that do not understand `--version` are asked for it. */
const ARGUMENTS: Record<string, string> = {
  openssl: 'version',
  nginx: '-v',
  haproxy: '-v',
  apache2: '-v',
  caddy: 'version',
};

/** Programs that print no version; dpkg names that of their packages. */
const WITHOUT_VERSION = new Set(['webkit2gtk-driver', 'xvfb']);

/** @returns the first line that names the version. nginx prints it to its standard error. */
function versionOf(path: string, debian: string): string {
  const { stdout, stderr } = WITHOUT_VERSION.has(debian)
    ? spawnSync('dpkg-query', ['-W', '-f', '${Package} ${Version}', debian], { encoding: 'utf8' })
    : spawnSync(path, [ARGUMENTS[basename(path)] ?? '--version'], { encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n')[0] ?? '';
}

/**
 * Inputs of the tests beyond files of the repository: the versions of Node and of the programs that they run (`initdb`
 * has that of its server), and whether they run as root, which skips some.
 */
export function machineVersions(programs = PROGRAMS): string {
  const found = programs.map(({ debian, find }) => {
    const path = find();
    return path === undefined ? `${debian}: none` : versionOf(path, debian);
  });
  return [`Node ${process.version}`, ...found, `root: ${String(process.getuid?.() === 0)}`].join('; ');
}
