import { isDeepStrictEqual } from 'node:util';
import { PAGE, RECORD } from './answers.ts';
import { CONNECTIONS, startContenders, type Contender } from './contenders.ts';
import { MeasuredProcess } from './measured-process.ts';
import { median } from './quantile.ts';
import { type Visitor } from './visitor.ts';

/*
 * CPU time of a gateway for each authenticated read it passes on: ours as built, with every control on, beside the
 * same library with nothing around it, and beside the usual stack. A machine's pace changes twofold within seconds, so
 * rounds are short and interleaved, and each is divided by the bare proxy's round beside it: what is told is the median of
 * those. Two processes of one build may lie a fifth apart, so several of each are measured.
 */

const PROCESSES = 3;

/**
 * Requests before the first that counts. Up to here Node is still compiling what it finds to be hot, in threads of its own
 * whose time counts as the gateway's: for ours a third of all until about 25,000 requests, which it is asked in minutes.
 */
const WARM_UP = 30_000;

interface Read {
  title: string;
  path: string;
  value: unknown;
  requests: number;
  warmUp: number;
  /** What ours may cost at most, as a multiple of the bare proxy. */
  limit: number;
}

const READS: readonly Read[] = [
  { title: 'record of 1 KB', path: '/api/clients/7', value: RECORD, requests: 1000, warmUp: WARM_UP, limit: 2.1 },
  // A bare proxy looks at none of it. Here all of it is parsed, held against its contract and searched for credentials, and
  // to decode and parse it is half of what the bare proxy takes for everything (docs/decisions/0036).
  { title: 'page of 50 KB', path: '/api/clients', value: PAGE, requests: 200, warmUp: 6000, limit: 2.7 },
];

/** The bare proxy takes paths as they are; the host's list has a slash at its end. */
const pathOf = ({ path }: Read, { name }: Contender): string =>
  name !== 'ours' && path === '/api/clients' ? `${path}/` : path;

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

/** @returns CPU microseconds for each request. */
async function cost(contender: Contender, read: Read, bytes: number): Promise<number> {
  const before = await contender.process.cpu();
  await readMany(contender.visitor, pathOf(read, contender), read.requests, bytes);
  return ((await contender.process.cpu()) - before) / read.requests;
}

/** A gateway that answers something else is not cheaper. @returns the size of its answer. */
async function sizeOf(contender: Contender, read: Read): Promise<number> {
  const { status, body } = await contender.visitor.send(pathOf(read, contender));
  if (status === 200 && isDeepStrictEqual(JSON.parse(body.toString()), read.value)) return body.length;
  throw new Error(`${contender.name} answers ${read.path} with ${status}: ${body.toString().slice(0, 200)}`);
}

/** Of each contender, by name, what each round cost. */
type Costs = Map<string, number[]>;

async function measure(contenders: readonly Contender[], read: Read, rounds: number): Promise<Costs> {
  const sizes = new Map<Contender, number>();
  for (const contender of contenders) {
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

/** @returns for each read what it cost in a set of processes started for it. */
async function measureProcesses(upstream: string, rounds: number): Promise<Map<Read, Costs>> {
  const contenders = await startContenders(upstream);
  try {
    const measured = new Map<Read, Costs>();
    for (const read of READS) measured.set(read, await measure(contenders, read, rounds));
    return measured;
  } finally {
    for (const { visitor, process: gateway } of contenders) {
      visitor.close();
      await gateway.stop();
    }
  }
}

/** @returns what each round cost, as a multiple of the bare proxy's round right before it. */
const ratiosOf = (costs: Costs, name: string): number[] => {
  const bare = costs.get('bare') ?? [];
  return (costs.get(name) ?? []).map((micro, round) => micro / (bare[round] ?? NaN));
};

function tell(read: Read, runs: readonly Costs[]): void {
  const names = [...(runs[0]?.keys() ?? [])];
  const ratioOf = (name: string) => median(runs.flatMap((costs) => ratiosOf(costs, name)));
  const microOf = (name: string) => median(runs.flatMap((costs) => costs.get(name) ?? []));
  const figures = names.map((name) => `${name} ${ratioOf(name).toFixed(2)}× (${microOf(name).toFixed(0)} µs)`);
  const each = runs.map((costs) => median(ratiosOf(costs, 'ours')).toFixed(2)).join(', ');
  process.stdout.write(`  ${read.title}: ${figures.join(', ')}; ours by process: ${each}\n`);
  if (ratioOf('ours') <= read.limit) return;
  process.stdout.write(`  more than ${read.limit}× the bare proxy\n`);
  process.exitCode = 1;
}

const rounds = Number(/^--rounds=(\d+)$/.exec(process.argv[2] ?? '')?.[1] ?? 30);
const upstream = new MeasuredProcess({ entry: 'upstream.ts' });
try {
  const address = `http://127.0.0.1:${await upstream.port()}`;
  const runs: Map<Read, Costs>[] = [];
  for (let run = 0; run < PROCESSES; run += 1) runs.push(await measureProcesses(address, rounds));
  for (const read of READS)
    tell(
      read,
      runs.map((run) => run.get(read) ?? new Map<string, number[]>()),
    );
} finally {
  await upstream.stop();
}
