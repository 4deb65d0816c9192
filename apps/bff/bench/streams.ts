import { type IncomingMessage } from 'node:http';
import { ourEnvironment } from './contenders.ts';
import { MeasuredProcess } from './measured-process.ts';
import { quantile } from './quantile.ts';
import { signInToOurs, Visitor } from './visitor.ts';

/*
 * Two thousand event streams of signed-in people through one gateway, and the speed of ordinary calls meanwhile. Rounds
 * with and without the streams alternate; only the ratio is significant.
 */

const STREAMS = 2000;
/** Below the gateway's limit per session. */
const PER_PERSON = 5;
const CALLS = 400;
/** Opened concurrently: more would fill the listen backlog. */
const AT_ONCE = 50;

const upstream = new MeasuredProcess({ entry: 'upstream.ts' });
const environment = { ...ourEnvironment(`http://127.0.0.1:${await upstream.port()}`), TRUST_PROXY: '127.0.0.1' };
const gateway = new MeasuredProcess({ entry: '../dist/main.js', environment });
const port = await gateway.port();

/** @returns milliseconds of each call, one after another. */
async function timeCalls(visitor: Visitor): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const before = performance.now();
    const { status } = await visitor.send('/api/clients/7');
    times.push(performance.now() - before);
    if (status !== 200) throw new Error(`A call was answered ${status}`);
  }
  return times;
}

async function openAll(people: readonly Visitor[]): Promise<IncomingMessage[]> {
  const wanted = people.flatMap((person) => Array.from({ length: PER_PERSON }, () => person));
  const opened: IncomingMessage[] = [];
  for (let start = 0; start < wanted.length; start += AT_ONCE)
    opened.push(...(await Promise.all(wanted.slice(start, start + AT_ONCE).map((person) => person.openStream()))));
  return opened;
}

const caller = new Visitor(port, 1, '192.0.2.1');
await signInToOurs(caller);
const people: Visitor[] = [];
for (let serial = 0; serial < STREAMS / PER_PERSON; serial += 1) {
  const person = new Visitor(port, 1, `198.51.${Math.floor(serial / 250)}.${(serial % 250) + 1}`);
  await signInToOurs(person, `person-${serial}`);
  person.close();
  people.push(person);
}

await timeCalls(caller);
const memoryBefore = await gateway.memory();
const without = await timeCalls(caller);
const streams = await openAll(people);
const refused = streams.filter(({ statusCode }) => statusCode !== 200).length;
let ended = 0;
for (const stream of streams) stream.resume().once('close', () => (ended += 1));
const beside = await timeCalls(caller);
const memory = (await gateway.memory()) - memoryBefore;
const endedMeanwhile = ended;
for (const stream of streams) stream.destroy();
await timeCalls(caller);
const after = await timeCalls(caller);

const alone = [...without, ...after];
const ratio = (share: number): string => (quantile(beside, share) / quantile(alone, share)).toFixed(2);
process.stdout.write(
  `  ${streams.length - refused} of ${STREAMS} streams served, ${endedMeanwhile} ended by themselves\n`,
);
process.stdout.write(`  calls during them: p50 ${ratio(0.5)}×, p95 ${ratio(0.95)}× of what they take without\n`);
process.stdout.write(`  memory: ${Math.round(memory / STREAMS / 1024)} KiB for each stream\n`);
if (refused > 0 || endedMeanwhile > 0) process.exitCode = 1;
caller.close();
await gateway.stop();
await upstream.stop();
