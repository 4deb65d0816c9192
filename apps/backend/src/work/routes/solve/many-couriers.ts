/* oxlint-disable typescript/no-non-null-assertion -- indices are stops, and the arrays have one element of each */
import { type Insertion } from './insertion.ts';
import { NONE } from './route.ts';
import { type Routes } from './routes.ts';
import { ruin } from './ruin.ts';

/** First and last temperature, in mean legs. The paper has 100 and 1 for all instances, with legs of about 30. */
const [HOTTEST, COLDEST] = [1, 0.05];
/** So many stops without a place are tried again in an iteration. */
const RETRIED = 10;

/**
 * Ruin and recreate: removes strings of stops, inserts them again, and accepts a result that is better or, at the present
 * temperature, a little worse (Christiaens and Vanden Berghe, "Slack Induction by String Removals for Vehicle Routing
 * Problems", Transportation Science 54 (2), 2020).
 * @param left the stops in no route.
 * @param progress counts an iteration and returns the share of all that is past.
 * @returns the stops in no route of the best solution, whose routes it leaves in `all`.
 */
export function improveMany(
  all: Routes,
  insertion: Insertion,
  left: number[],
  random: () => number,
  progress: () => number,
): number[] {
  if (all.home === 0 || all.routes.length === 0) return left;
  const sort = createSorter(all, random);
  let cost = all.cost(left);
  const mean = all.meanLeg();
  let best = { cost, left, routes: [...all.keep()] };
  for (let done = progress(); done < 1; done = progress()) {
    const skipped = Math.floor(random() * Math.max(1, left.length - RETRIED + 1));
    const stops = [...ruin(all, random), ...left.slice(skipped, skipped + RETRIED)];
    const missing = [...left.slice(0, skipped), ...left.slice(skipped + RETRIED)];
    for (const stop of sort(stops)) if (!insertion.insert(stop, false)) missing.push(stop);
    const result = all.cost(missing);
    const temperature = mean * HOTTEST * (COLDEST / HOTTEST) ** done;
    if (result >= cost - temperature * Math.log(1 - random())) {
      all.undo();
      continue;
    }
    const routes = all.keep();
    [left, cost] = [missing, result];
    // Differences below a millionth are of rounding.
    if (cost < best.cost - 1e-6) best = { cost, left, routes: [...routes] };
  }
  all.undo(best.routes);
  return best.left;
}

/** @returns a function that sorts stops before they are inserted, by one of several criteria at random. */
function createSorter({ problem, place }: Routes, random: () => number): (stops: number[]) => number[] {
  const { stops, couriers, travel } = problem;
  const far = Float64Array.from(stops, (_, stop) =>
    couriers.reduce((sum, { start }) => sum + (travel.minutes[(start ?? NONE) * travel.places + place[stop]!] ?? 0), 0),
  );
  const noise = new Float64Array(stops.length);
  const load = Float64Array.from(stops, ({ orders, grams }) => -orders - grams);
  const farFirst = far.map((minutes) => -minutes);
  const width = Float64Array.from(stops, ({ from, to }) => to - from);
  const lateFirst = Float64Array.from(stops, ({ to }) => -to);
  const wheel = [noise, noise, load, load, farFirst, width, lateFirst];
  return (some) => {
    const key = wheel[Math.floor(random() * wheel.length)]!;
    if (key === noise) for (const stop of some) noise[stop] = random();
    return some.sort((a, b) => (key[a]! < key[b]! ? -1 : key[a]! > key[b]! ? 1 : a - b));
  };
}
