import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { audit, type AuditOptions, auditTracker } from '../src/audit/audit.ts';
import { resultLines, summaryLine } from '../src/audit/report.ts';

const USAGE = `npm run audit:gateway -- https://despacho.example.pe [options]

Looks at a running gateway from outside and reports which promises of docs/security/controls.md it keeps.
It may be run against production: besides reads it sends requests that are refused and, with a sign-in, a handful of
logins and logouts of that person (better one of its own: old sessions of a person make room for new ones).

  --sucursal LIMA --user NAME --password-file FILE   sign in, to check more; «-» reads the password from standard input
  --throttle     also fails twenty logins of a made-up account, to check that it then has to wait
  --slow         also waits for what takes its time: slow headers, idle sessions; two minutes
  --tracker URL  also checks the listener for Traccar Client at its public address
  --only a,b     these checks alone
  --ca FILE      believe this certificate too
  --json         results as JSON

Ends with 0 when nothing is broken, 1 when something is, 2 when it could not look.`;

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sucursal: { type: 'string' },
    user: { type: 'string' },
    'password-file': { type: 'string' },
    ca: { type: 'string' },
    only: { type: 'string' },
    throttle: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    tracker: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const [address] = positionals;
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (address === undefined || !URL.canParse(address)) giveUp(USAGE);
if (values.tracker !== undefined && !URL.canParse(values.tracker)) giveUp(USAGE);

const { sucursal, user, 'password-file': file, ca, only, throttle, slow, tracker, json } = values;
const given = [sucursal, user, file].filter((value) => value !== undefined).length;
if (given !== 0 && given !== 3) giveUp('A sign-in needs --sucursal, --user and --password-file.');

const options: AuditOptions = {
  address: new URL(address),
  throttle,
  slow,
  ...(ca !== undefined && { ca: readFileSync(ca, 'utf8') }),
  ...(only !== undefined && { only: only.split(',') }),
  ...(sucursal !== undefined &&
    user !== undefined &&
    file !== undefined && {
      credentials: { sucursal, username: user, password: readFileSync(file === '-' ? 0 : file, 'utf8').trimEnd() },
    }),
  ...(!json && {
    onResult: (result) => console.log(resultLines(result).join('\n')),
  }),
};

try {
  const results = await audit(options);
  if (tracker !== undefined) results.push(...(await auditTracker({ ...options, address: new URL(tracker) })));
  console.log(json ? JSON.stringify(results, null, 2) : `\n${summaryLine(results)}`);
  process.exitCode = results.some(({ verdict }) => verdict === 'broken') ? 1 : 0;
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
