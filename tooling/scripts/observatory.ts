import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../src/stack/ports.ts';
import { ROOT } from '../src/root.ts';
import { resultLines } from '../src/audit/report.ts';
import { withGateway } from '../test/audit/gateways.ts';
import { startNginx } from '../test/audit/nginx.ts';
import { startSurroundings } from '../test/audit/surroundings.ts';
import { audit } from '../src/audit/audit.ts';

/*
 * Runs MDN's HTTP Observatory tests against the gateway behind nginx with docker/nginx.conf, over TLS. The package is
 * not a dependency, because its install scripts build a database driver and download lists: it is fetched once into
 * .data/ without its scripts. Without the HSTS preload list no host counts as preloaded, which can only lower the
 * score.
 */

const PACKAGE = '@mdn/mdn-http-observatory';
const VERSION = '1.4.8';
const HOME = `${ROOT}.data/observatory-${VERSION}`;
const CODE = `${HOME}/node_modules/${PACKAGE}`;

async function install(): Promise<void> {
  if (existsSync(`${CODE}/conf/hsts-preload.json`)) return;
  await mkdir(HOME, { recursive: true });
  await writeFile(`${HOME}/package.json`, '{ "private": true }');
  const args = ['install', '--ignore-scripts', '--no-save', '--no-package-lock', `${PACKAGE}@${VERSION}`];
  const run = spawnSync('npm', args, { cwd: HOME, stdio: ['ignore', 'ignore', 'inherit'] });
  if (run.status !== 0) throw new Error(`${PACKAGE} could not be fetched`);
  await writeFile(`${CODE}/conf/hsts-preload.json`, '{}');
}

/** The package's scan function takes no port, so this repeats its steps with one. */
const SCAN = `
const [httpPort, httpsPort, path] = process.argv.slice(1);
const { retrieve } = await import('${CODE}/src/retriever/retriever.js');
const { ALL_TESTS } = await import('${CODE}/src/constants.js');
const { getGradeForScore, getScoreModifier } = await import('${CODE}/src/grader/grader.js');
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await import('${CODE}/src/grader/charts.js');
const requests = await retrieve('localhost', { httpPort, httpsPort, path });
const tests = ALL_TESTS.map((test) => test(requests));
const modifiers = tests.map(({ result }) => getScoreModifier(result));
const lost = modifiers.filter((value) => value < 0).reduce((sum, value) => sum + value, 100);
const all = modifiers.reduce((sum, value) => sum + value, 100);
const { grade, score } = getGradeForScore(lost >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? all : lost);
const results = tests.map((one, index) => ({ name: one.constructor.name, pass: one.pass, result: one.result, points: modifiers[index] }));
console.log(JSON.stringify({ grade, score, status: requests.responses.https.status, tests: results }));
`;

interface Scan {
  grade: string;
  score: number;
  status: number;
  tests: { name: string; pass: boolean; result: string; points: number }[];
}

/** The page, and the API call that sets cookies. */
const PATHS = ['/', '/api/auth/session'];

function scan(args: string[], certificate: string): Scan {
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', SCAN, ...args], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate, NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as Scan;
}

/** Prints the results. @returns whether every test passed, with the highest grade. */
function isBest({ grade, score, status, tests }: Scan, path: string): boolean {
  console.log(`${path} (${status}): ${grade}, ${score} points`);
  for (const { name, pass, result, points } of tests)
    console.log(`  ${pass ? '✓' : '✗'} ${name}: ${result} (${points})`);
  const cookies = path === '/' ? 'cookies-not-found' : 'cookies-secure-with-httponly-sessions-and-samesite';
  const seen = tests.length >= 10 && tests.some(({ result }) => result === cookies);
  return grade === 'A+' && seen && tests.every(({ pass }) => pass);
}

await install();
const folder = await mkdtemp(join(tmpdir(), 'despacho-observatory-'));
const surroundings = await startSurroundings();
const [httpPort, httpsPort] = [await freePort(), await freePort()];
const origin = `https://localhost:${httpsPort}`;
const settings = { PUBLIC_ORIGIN: origin, TRUST_PROXY: '127.0.0.1' };

await withGateway({ changes: [], settings }, surroundings, async ({ port: gatewayPort }) => {
  const { certificates, ca, credentials } = surroundings;
  const stop = await startNginx({ folder, httpPort, httpsPort, gatewayPort, tls: certificates.good });
  try {
    const ports = [String(httpPort), String(httpsPort)];
    for (const path of PATHS) if (!isBest(scan([...ports, path], ca.file), path)) process.exitCode = 1;

    const results = await audit({ address: new URL(origin), ca: ca.text, credentials });
    const broken = results.filter(({ verdict }) => verdict === 'broken');
    console.log(`audit:gateway through nginx: ${broken.length} broken`);
    for (const result of broken) console.log(resultLines(result).join('\n'));
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await stop();
  }
});

await surroundings.close();
await rm(folder, { recursive: true });
