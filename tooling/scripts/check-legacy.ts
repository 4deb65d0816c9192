import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../apps/bff/tools/settings.ts';
import { checkLegacy, hasFault, reportText } from '../src/legacy-check/check-legacy.ts';

const USAGE = `npm run check:legacy -- --sucursal LIMA --user NAME [--password-file FILE] [--json]

Calls a legacy host as the gateway would, with a real account, and reports of each documented call what was understood,
coerced, ignored and missing, what will not work, and which setting to change. It only reads.
The host is named by the gateway's own settings: API_URL, BASE_URL, STORAGE_URL and so on (docs/legacy-hosts.md).
The password comes from --password-file («-»: standard input), from CHECK_PASSWORD, or is asked for. It is never shown.

Ends with 0 when everything will work, 1 when something will not, 2 when it could not look.`;

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    sucursal: { type: 'string' },
    user: { type: 'string' },
    'password-file': { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const { sucursal, user: username, 'password-file': file, json } = values;
if (sucursal === undefined || username === undefined) giveUp(USAGE);

async function askForPassword(): Promise<string> {
  if (!process.stdin.isTTY) giveUp('No password: use --password-file or CHECK_PASSWORD, or a terminal to be asked.');
  process.stdout.write('Password: ');
  const silent = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const password = await lines.question('');
  lines.close();
  process.stdout.write('\n');
  return password;
}

/** Settings for reaching the legacy hosts; this script ignores the gateway's other settings. */
const RELEVANT =
  /^(API_URL|BASE_URL|STORAGE_\w+|OPERATIONS_(URL|KEY)(_FILE)?|LOGIN_(BRANCH|TAX_ID)_FIELD|ALLOW_PLAIN_UPSTREAMS|UPSTREAM_TIMEOUT_MS|NODE_\w+)$/;

try {
  const settings = Object.fromEntries(Object.entries(process.env).filter(([name]) => RELEVANT.test(name)));
  const config = readConfig({ ...settings, SESSION_SECRET: 'no session is made by this script' });
  const password =
    file === undefined
      ? (process.env['CHECK_PASSWORD'] ?? (await askForPassword()))
      : readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '');
  const { reports } = await checkLegacy(config, { sucursal, username, password });
  console.log(json ? JSON.stringify(reports, null, 2) : reportText(reports));
  if (!json) console.log(hasFault(reports) ? '\nSomething will not work.' : '\nEverything will work.');
  process.exitCode = hasFault(reports) ? 1 : 0;
} catch (error) {
  giveUp(error instanceof Error ? error.message : 'It could not look.');
}
