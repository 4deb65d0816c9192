import { isDeepStrictEqual, parseArgs } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { type Client } from '@despacho/tooling/load/client';
import { expectOk, sendInLoop } from '@despacho/tooling/load/generator';
import { median, report } from '@despacho/tooling/load/measure';
import { type Service } from '@despacho/tooling/stack/service';
import { PAGE, RECORD } from './support/answers.ts';
import { browserOf, signInToOurs, startBare, startOurs, startUpstream, startUsual } from './support/gateways.ts';

/**
 * How much CPU does a proxied authenticated read take: of our built gateway with every control, of the usual stack of
 * packages for the same purpose, and of its proxy library alone? Prints the ratios to the usual stack; ours is bounded
 * (docs/decisions/0036). A machine's speed changes twofold within seconds, so rounds are short and interleaved, each is
 * divided by the usual stack's round next to it, and the result is the median. Two processes of one build may differ by a
 * fifth, so several of each are measured, which takes about ten minutes. `--read=record` selects reads by the beginning of
 * their title, `--processes=1` and `--rounds=10` measure less.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    processes: { type: 'string', default: '3' },
    read: { type: 'string', default: '' },
  },
});

/** Concurrent requests, each on its own connection. */
const CONNECTIONS = 16;

/**
 * Requests before measurement starts. Until then Node compiles hot code in threads whose time counts for the gateway: a
 * third of all CPU time of ours until about 25,000 requests.
 */
const WARM_UP = 30_000;

interface Read {
  title: string;
  path: string;
  value: unknown;
  /** Encodings that the visitor accepts; only ours compresses. */
  encoding: 'identity' | 'br';
  requests: number;
  warmUp: number;
  /** Largest allowed cost of ours, as a multiple of the usual stack (docs/decisions/0036). */
  limit: number;
}

const RECORD_READ: Omit<Read, 'title'> = {
  path: '/api/clients/7',
  value: RECORD,
  encoding: 'br',
  requests: 1000,
  warmUp: WARM_UP,
  limit: 0.85,
};
// The usual stack does not look into the body. Ours parses it, validates it against its contract and searches it for
// credentials.
const PAGE_READ: Omit<Read, 'title'> = {
  path: '/api/clients',
  value: PAGE,
  encoding: 'identity',
  requests: 200,
  warmUp: 6000,
  limit: 1.6,
};

const ALL_READS: readonly Read[] = [
  { ...RECORD_READ, title: 'record of 1 KB' },
  { ...PAGE_READ, title: 'page of 50 KB' },
  // Compressing takes about as long as everything else, and only a fortieth of the bytes are sent
  // (docs/decisions/0070).
  { ...PAGE_READ, title: 'page of 50 KB, compressed', encoding: 'br', warmUp: 1000, limit: 2.6 },
];
const READS = ALL_READS.filter(({ title }) => title.startsWith(values.read));

/** A running gateway under measurement, with a signed-in visitor. */
interface Contender {
  name: string;
  process: Service;
  client: Client;
}

async function startContenders(upstream: string): Promise<Contender[]> {
  const enter = async (name: string, started: ReturnType<typeof startOurs>, signIn: (client: Client) => unknown) => {
    const { process, port } = await started;
    const client = browserOf(port, CONNECTIONS);
    await signIn(client);
    return { name, process, client };
  };
  return Promise.all([
    enter('bare', startBare(upstream), () => undefined),
    enter('usual', startUsual(upstream), (client) => client.get('/sign-in')),
    enter('ours', startOurs(upstream), (client) => signInToOurs(client)),
  ]);
}

/** Sends a read. The bare proxy passes paths unchanged; the host's list ends in a slash. */
const send = ({ name, client }: Contender, { path, encoding }: Read) =>
  client.get(name !== 'ours' && path === PAGE_READ.path ? `${path}/` : path, { 'accept-encoding': encoding });

/** Reads `count` times. @throws Error for a response of another status or size. */
async function readMany(contender: Contender, read: Read, count: number, size: number): Promise<void> {
  const sent = await sendInLoop({ connections: CONNECTIONS, count }, async () => {
    const { status, bytes } = await send(contender, read);
    return bytes.length === size ? status : 0;
  });
  expectOk(sent);
}

/** @returns the size of the response. @throws Error unless it is the expected one. */
async function sizeOf(contender: Contender, read: Read): Promise<number> {
  const { status, headers, bytes } = await send(contender, read);
  const text = headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes;
  if (status === 200 && isDeepStrictEqual(JSON.parse(text.toString()), read.value)) return bytes.length;
  throw new Error(`${contender.name} answers ${read.path} with ${status}: ${text.toString().slice(0, 200)}`);
}

/** CPU microseconds per request in each round, by contender. */
type Costs = Record<string, number[]>;

async function measure(contenders: readonly Contender[], read: Read): Promise<Costs> {
  const costs: Costs = {};
  const sizes: Record<string, number> = {};
  for (const contender of contenders) {
    const size = (sizes[contender.name] = await sizeOf(contender, read));
    await readMany(contender, read, read.warmUp, size);
  }
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const contender of contenders) {
      const { name, process: gateway } = contender;
      const before = await gateway.usage();
      await readMany(contender, read, read.requests, sizes[name] ?? 0);
      (costs[name] ??= []).push((1000 * ((await gateway.usage()).cpu - before.cpu)) / read.requests);
    }
  return costs;
}

/** @returns the cost of each round as a multiple of the usual stack's round next to it. */
const ratiosOf = (costs: Costs, name: string): number[] =>
  (costs[name] ?? []).map((micro, round) => micro / (costs['usual']?.[round] ?? NaN));

const { process: hosts, upstream } = await startUpstream();
try {
  const runs: Costs[][] = [];
  for (let run = 0; run < Number(values.processes); run += 1) {
    const contenders = await startContenders(upstream);
    const costs: Costs[] = [];
    for (const read of READS) costs.push(await measure(contenders, read));
    runs.push(costs);
    for (const { client, process: gateway } of contenders) {
      client.close();
      await gateway.stop();
    }
    process.stdout.write(`  measured in ${runs.length} of ${values.processes} sets of processes\n`);
  }
  for (const [at, { title, limit }] of READS.entries()) {
    const all = runs.map((costs) => costs[at] ?? {});
    const ratioOf = (name: string) => median(all.flatMap((costs) => ratiosOf(costs, name)));
    const microOf = (name: string) => median(all.flatMap((costs) => costs[name] ?? []));
    const figures = Object.keys(all[0] ?? {}).map(
      (name) => `${name} ${ratioOf(name).toFixed(2)}× (${microOf(name).toFixed(0)} µs)`,
    );
    const each = all.map((costs) => median(ratiosOf(costs, 'ours')).toFixed(2)).join(', ');
    report(title, `${figures.join(', ')} (ours at most ${limit}×); ours by process: ${each}`, ratioOf('ours') <= limit);
  }
} finally {
  await hosts.stop();
}
