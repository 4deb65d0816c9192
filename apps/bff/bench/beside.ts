import { median, quantile } from './quantile.ts';
import { type Visitor } from './visitor.ts';

/** One call. @returns its status. */
type Call = () => Promise<number>;

/** Rounds without and with the work alternate, so that other load on the machine affects both. */
const ROUNDS = 3;
export const ROUND_MS = 10_000;

/**
 * @returns the duration of each call in milliseconds, one call after another.
 * @throws Error for an unsuccessful response.
 */
async function timeCalls(call: Call): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + ROUND_MS;
  while (performance.now() < end) {
    const before = performance.now();
    const status = await call();
    times.push(performance.now() - before);
    if (status !== 200) throw new Error(`A call was answered ${status}`);
  }
  return times;
}

interface Ratios {
  p50: number;
  p95: number;
}

/** Times a visitor's reads alone and during other work, as `ratiosOf`. */
export const ratiosBeside = (visitor: Visitor, path: string, work: () => Promise<unknown>): Promise<Ratios> =>
  ratiosOf(async () => (await visitor.send(path)).status, work);

/**
 * Times calls alone and during other work.
 * @param work starts with each round and is awaited after it.
 * @returns how many times longer calls take during the work: medians of the rounds.
 */
export async function ratiosOf(call: Call, work: () => Promise<unknown>): Promise<Ratios> {
  const rounds: Ratios[] = [];
  await timeCalls(call); // until the code is compiled
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await timeCalls(call);
    const working = work();
    const beside = await timeCalls(call);
    await working;
    const ratio = (share: number): number => quantile(beside, share) / quantile(alone, share);
    rounds.push({ p50: ratio(0.5), p95: ratio(0.95) });
  }
  return { p50: median(rounds.map(({ p50 }) => p50)), p95: median(rounds.map(({ p95 }) => p95)) };
}
