import { isDeepStrictEqual } from 'node:util';
import { PAGE, RECORD } from './answers.ts';
import { CONNECTIONS, startContenders, type Contender } from './contenders.ts';
import { MeasuredProcess } from './measured-process.ts';
import { median } from './quantile.ts';
import { type Visitor } from './visitor.ts';

/*
 * CPU time of a gateway for each authenticated read it passes on: ours as built, with every control on, beside the
 * same library with nothing around it, and beside the usual stack. Rounds are interleaved, so that whatever else the
 * machine does meets all of them alike; only ratios within one run mean something.
 */

/** What ours may cost at most, as a multiple of the bare proxy. */
const LIMIT = 1.5;
const WARM_UP = 2000;

interface Read {
  title: string;
  path: string;
  value: unknown;
  requests: number;
}

const READS: readonly Read[] = [
  { title: 'record of 1 KB', path: '/api/clients/7', value: RECORD, requests: 2000 },
  { title: 'page of 50 KB', path: '/api/clients', value: PAGE, requests: 600 },
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

async function measure(contenders: readonly Contender[], read: Read, rounds: number): Promise<Map<string, number>> {
  const sizes = new Map<Contender, number>();
  for (const contender of contenders) {
    const bytes = await sizeOf(contender, read);
    sizes.set(contender, bytes);
    await readMany(contender.visitor, pathOf(read, contender), WARM_UP, bytes);
  }
  const costs = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const contender of contenders)
      costs.get(contender)?.push(await cost(contender, read, sizes.get(contender) ?? 0));
  return new Map([...costs].map(([{ name }, values]) => [name, median(values)]));
}

const rounds = Number(/^--rounds=(\d+)$/.exec(process.argv[2] ?? '')?.[1] ?? 9);
const profile = process.argv.find((argument) => argument.startsWith('--cpu-prof'));
const upstream = new MeasuredProcess({ entry: 'upstream.ts' });
const contenders = await startContenders(
  `http://127.0.0.1:${await upstream.port()}`,
  profile ? ['--cpu-prof', '--cpu-prof-dir=/tmp/g-prof'] : [],
);
try {
  for (const read of READS) {
    const costs = await measure(contenders, read, rounds);
    const bare = costs.get('bare') ?? NaN;
    const figures = [...costs].map(([name, micro]) => `${name} ${(micro / bare).toFixed(2)}× (${micro.toFixed(0)} µs)`);
    process.stdout.write(`  ${read.title}: ${figures.join(', ')}\n`);
    if (!((costs.get('ours') ?? NaN) / bare <= LIMIT)) {
      process.stdout.write(`  more than ${LIMIT}× the bare proxy\n`);
      process.exitCode = 1;
    }
  }
} finally {
  for (const { visitor, process: gateway } of contenders) {
    visitor.close();
    await gateway.stop();
  }
  await upstream.stop();
}
