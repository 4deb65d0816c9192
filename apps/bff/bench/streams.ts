import { type IncomingMessage } from 'node:http';
import { type Client } from '@despacho/tooling/load/client';
import { expectOk, sendInLoop } from '@despacho/tooling/load/generator';
import { quantile, report } from '@despacho/tooling/load/measure';
import { browserOf, signInToOurs, startOurs, startUpstream } from './support/gateways.ts';

/**
 * Does one gateway serve two thousand event streams, and how much longer do ordinary calls take meanwhile? Prints how many
 * streams were served and ended, the ratio of the calls' durations with and without them, and memory per stream. Fails if a
 * stream is refused or ends.
 */
const STREAMS = 2000;
/** Below the gateway's limit per session. */
const PER_PERSON = 5;
const CALLS = 400;
/** Opened concurrently: more would fill the listen backlog. */
const AT_ONCE = 50;

const { process: hosts, upstream } = await startUpstream();
const { process: gateway, port } = await startOurs(upstream, { TRUST_PROXY: '127.0.0.1' });

/** @returns milliseconds of each call, one after another. */
const timeCalls = async (client: Client): Promise<number[]> =>
  expectOk(await sendInLoop({ connections: 1, count: CALLS }, async () => (await client.get('/api/clients/7')).status))
    .times;

const caller = browserOf(port, 1, '192.0.2.1');
await signInToOurs(caller);
const people: Client[] = [];
for (let serial = 0; serial < STREAMS / PER_PERSON; serial += 1) {
  const person = browserOf(port, 1, `198.51.${Math.floor(serial / 250)}.${(serial % 250) + 1}`);
  await signInToOurs(person, `person-${serial}`);
  person.close();
  people.push(person);
}

await timeCalls(caller);
const memoryBefore = (await gateway.usage()).memory;
const without = await timeCalls(caller);
const streams: IncomingMessage[] = [];
await sendInLoop({ connections: AT_ONCE, count: STREAMS }, async (serial) => {
  const stream = await people[serial % people.length]?.openStream();
  if (stream) streams.push(stream);
  return stream?.statusCode ?? 0;
});
const served = streams.filter(({ statusCode }) => statusCode === 200).length;
let ended = 0;
for (const stream of streams) stream.resume().once('close', () => (ended += 1));
const beside = await timeCalls(caller);
const memory = (await gateway.usage()).memory - memoryBefore;
const endedMeanwhile = ended;
for (const stream of streams) stream.destroy();
await timeCalls(caller);
const alone = [...without, ...(await timeCalls(caller))];

const ratio = (share: number): string => (quantile(beside, share) / quantile(alone, share)).toFixed(2);
report(
  'streams',
  `${served} of ${STREAMS} served, ${endedMeanwhile} ended by themselves`,
  served === STREAMS && endedMeanwhile === 0,
);
report('calls during them', `p50 ${ratio(0.5)}×, p95 ${ratio(0.95)}× of what they take without`);
report('memory', `${Math.round(memory / STREAMS / 1024)} KiB for each stream`);
caller.close();
await gateway.stop();
await hosts.stop();
