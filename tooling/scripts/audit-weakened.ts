import { auditGateway } from '../test/audit/gateways.ts';
import { startSurroundings } from '../test/audit/surroundings.ts';
import { WEAKENED } from '../test/audit/defences.ts';
import { startDemo } from '../test/audit/demo.ts';
import { turbo } from '../src/turbo.ts';
import { audit, CHECKS, type Result } from '../src/audit/audit.ts';

/*
 * Removes each defence from a gateway and checks that the audit reports it. First checks that the audit passes on an
 * unchanged gateway, over plain http and over TLS. Takes about ten minutes, after a build. An argument selects defences
 * by part of their name.
 */

const [part = ''] = process.argv.slice(2);
const surroundings = await startSurroundings();
const failed: string[] = [];

const idsOf = (results: Result[], verdict: Result['verdict']): string[] =>
  results.filter((one) => one.verdict === verdict).map(({ id }) => id);

function print(what: string, found: string, right: boolean): void {
  console.log(`${right ? '✓' : '✗'} ${what}: ${found}`);
  if (!right) failed.push(what);
}

/** Audits the product as `npm start` runs it, as two users of the demo data. */
async function auditDemo(): Promise<void> {
  if (!(await turbo(['build'])).ok) throw new Error('The build failed: npm run build says why');
  const demo = await startDemo();
  try {
    for (const username of ['ana.torres', 'rosa.mamani']) {
      const credentials = { sucursal: 'LIMA', username, password: 'despacho' };
      const results = await audit({ address: new URL(demo.origin), credentials });
      const said = results.filter(({ verdict }) => verdict === 'broken').flatMap(({ id, notes }) => [id, ...notes]);
      const kept = idsOf(results, 'kept').length;
      print(`the demo as ${username}`, `${kept} kept ${said.join(' ')}`, said.length === 0 && kept > 30);
    }
  } finally {
    await demo.stop();
  }
}

if (part === '') await auditDemo();

/** Unchanged gateways of each kind, with the number of rows the audit cannot check there. */
const SOUND: [what: string, gateway: Parameters<typeof auditGateway>[0], unseen: number][] = [
  ['over http', { changes: [] }, 1],
  ['over TLS', { changes: [], tls: 'good' }, 0],
  ['under a path', { changes: [], settings: { BASE_PATH: '/despacho' } }, 1],
];

for (const [what, gateway, unseen] of part === '' ? SOUND : []) {
  const results = await auditGateway(gateway, surroundings, { slow: true, throttle: true });
  const kept = idsOf(results, 'kept');
  const broken = results.filter(({ verdict }) => verdict === 'broken');
  const said = broken.map(({ id, notes }) => `${id}: ${notes.join('; ')}`).join(' | ');
  print(`a sound gateway ${what}`, `${kept.length} kept ${said}`, kept.length === CHECKS.length - unseen);
}

for (const weakened of WEAKENED.filter(({ without }) => without.includes(part))) {
  const { without, noticed, ask } = weakened;
  try {
    const broken = idsOf(await auditGateway(weakened, surroundings, { only: noticed, ...ask }), 'broken');
    print(
      `without ${without}`,
      `noticed by ${broken.join(', ') || 'nothing'}`,
      noticed.every((id) => broken.includes(id)),
    );
  } catch (error) {
    print(`without ${without}`, error instanceof Error ? error.message : String(error), false);
  }
}

await surroundings.close();
console.log(failed.length === 0 ? '\nThe audit noticed every removed defence.' : `\nNot noticed: ${failed.join('; ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
