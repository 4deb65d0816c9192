import { isDeepStrictEqual, parseArgs } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { PAGE, RECORD } from './answers.ts';
import { CONNECTIONS, startContenders, type Contender } from './contenders.ts';
import { MeasuredProcess } from './measured-process.ts';
import { median } from './quantile.ts';
import { type Visitor } from './visitor.ts';

/*
 * CPU time per proxied authenticated read: our built gateway with every control, the usual stack of packages for the
 * same purpose, and its proxy library alone. A machine's speed changes twofold within seconds, so rounds are short and
 * interleaved, each is divided by the usual stack's round next to it, and the result is the median. Two processes of one
 * build may differ by a fifth, so several of each are measured, which takes about ten minutes. `--read=record` selects reads by the
 * beginning of their title, `--processes=1` and `--rounds=10` measure less.
 */

const PROCESSES = 3;

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

const READS: readonly Read[] = [
  {
    title: 'record of 1 KB',
    path: '/api/clients/7',
    value: RECORD,
    encoding: 'br',
    requests: 1000,
    warmUp: WARM_UP,
    limit: 0.85,
  },
  // The usual stack does not look into the body. Ours parses it, validates it against its contract and searches it for
  // credentials.
  {
    title: 'page of 50 KB',
    path: '/api/clients',
    value: PAGE,
    encoding: 'identity',
    requests: 200,
    warmUp: 6000,
    limit: 1.6,
  },
  // Compressing takes about as long as everything else, and only a fortieth of the bytes are sent
  // (docs/decisions/0070).
  {
    title: 'page of 50 KB, compressed',
    path: '/api/clients',
    value: PAGE,
    encoding: 'br',
    requests: 200,
    warmUp: 1000,
    limit: 2.6,
  },
];

/** The bare proxy passes paths unchanged; the host's list ends in a slash. */
const pathOf = ({ path }: Read, { name }: Contender): string =>
  name !== 'ours' && path === '/api/clients' ? `${path}/` : path;

/**
 * Reads `count` times.
 * @throws Error for a response of another size.
 */
async function readMany(visitor: Visitor, path: string, count: number, bytes: number): Promise<void> {
  let left = count;
  const reader = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { status, body } = await visitor.send(path);
      if (status !== 200 || body.length !== bytes) throw new Error(`${path}: ${status}, ${body.length} bytes`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, reader));
}

/** @returns CPU microseconds per request. */
async function cost(contender: Contender, read: Read, bytes: number): Promise<number> {
  const before = await contender.process.cpu();
  await readMany(contender.visitor, pathOf(read, contender), read.requests, bytes);
  return ((await contender.process.cpu()) - before) / read.requests;
}

/**
 * Checks that the response is the expected one.
 * @returns its size.
 */
async function sizeOf(contender: Contender, read: Read): Promise<number> {
  const { status, headers, body } = await contender.visitor.send(pathOf(read, contender));
  const text = headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body;
  if (status === 200 && isDeepStrictEqual(JSON.parse(text.toString()), read.value)) return body.length;
  throw new Error(`${contender.name} answers ${read.path} with ${status}: ${body.toString().slice(0, 200)}`);
}

/** Cost of each round, by contender. */
type Costs = Map<string, number[]>;

async function measure(contenders: readonly Contender[], read: Read, rounds: number): Promise<Costs> {
  const sizes = new Map<Contender, number>();
  for (const contender of contenders) {
    contender.visitor.encoding = read.encoding;
    const bytes = await sizeOf(contender, read);
    sizes.set(contender, bytes);
    await readMany(contender.visitor, pathOf(read, contender), read.warmUp, bytes);
  }
  const costs = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const contender of contenders)
      costs.get(contender)?.push(await cost(contender, read, sizes.get(contender) ?? 0));
  return new Map([...costs].map(([{ name }, values]) => [name, values]));
}

/** @returns the costs of each read, measured in newly started processes. */
async function measureProcesses(upstream: string, reads: readonly Read[], rounds: number): Promise<Map<Read, Costs>> {
  const contenders = await startContenders(upstream);
  try {
    const measured = new Map<Read, Costs>();
    for (const read of reads) measured.set(read, await measure(contenders, read, rounds));
    return measured;
  } finally {
    for (const { visitor, process: gateway } of contenders) {
      visitor.close();
      await gateway.stop();
    }
  }
}

/** @returns the cost of each round as a multiple of the usual stack's round next to it. */
const ratiosOf = (costs: Costs, name: string): number[] => {
  const usual = costs.get('usual') ?? [];
  return (costs.get(name) ?? []).map((micro, round) => micro / (usual[round] ?? NaN));
};

function print(read: Read, runs: readonly Costs[]): void {
  const names = [...(runs[0]?.keys() ?? [])];
  const ratioOf = (name: string) => median(runs.flatMap((costs) => ratiosOf(costs, name)));
  const microOf = (name: string) => median(runs.flatMap((costs) => costs.get(name) ?? []));
  const figures = names.map((name) => `${name} ${ratioOf(name).toFixed(2)}× (${microOf(name).toFixed(0)} µs)`);
  const each = runs.map((costs) => median(ratiosOf(costs, 'ours')).toFixed(2)).join(', ');
  process.stdout.write(`  ${read.title}: ${figures.join(', ')}; ours by process: ${each}\n`);
  if (ratioOf('ours') <= read.limit) return;
  process.stdout.write(`  more than ${read.limit}× the usual stack\n`);
  process.exitCode = 1;
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    processes: { type: 'string', default: String(PROCESSES) },
    read: { type: 'string', default: '' },
  },
});
const reads = READS.filter(({ title }) => title.startsWith(values.read));
const upstream = new MeasuredProcess({ entry: 'upstream.ts' });
try {
  const address = `http://127.0.0.1:${await upstream.port()}`;
  const runs: Map<Read, Costs>[] = [];
  for (let run = 0; run < Number(values.processes); run += 1) {
    runs.push(await measureProcesses(address, reads, Number(values.rounds)));
    process.stdout.write(`  measured in ${runs.length} of ${values.processes} sets of processes\n`);
  }
  for (const read of reads)
    print(
      read,
      runs.map((run) => run.get(read) ?? new Map<string, number[]>()),
    );
} finally {
  await upstream.stop();
}
