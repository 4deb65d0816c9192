import process from 'node:process';
import { parseArgs } from 'node:util';
import { readInstances } from '../bench/support/routing-instances.ts';
import { solveAlone } from '../bench/support/solve-instance.ts';

/*
 * Measures the route solver on instances of Solomon, of Gehring and Homberger (`.txt`), and of TSPLIB (`.tsp`, EUC_2D):
 *
 *   node tooling/scripts/run.js bench-routes --instances DIR [--cpu-ms 1000] [--seeds 5]
 *
 * Prints name, distance, vehicles and milliseconds of CPU of each instance: those of the seed with the median distance.
 * Only the distance is minimized, with as many vehicles as there are customers. Fails if a solution breaks a rule of its
 * instance.
 */

const { values } = parseArgs({
  options: {
    instances: { type: 'string' },
    'cpu-ms': { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '5' },
  },
});
const [limit, seeds] = [Number(values['cpu-ms']), Number(values.seeds)];
if (values.instances === undefined || !(limit > 0) || !(seeds >= 1)) {
  process.stderr.write('node tooling/scripts/run.js bench-routes --instances DIR [--cpu-ms 1000] [--seeds 5]\n');
  process.exit(2);
}

for (const instance of readInstances(values.instances)) {
  const runs = Array.from({ length: seeds }, (_, index) => solveAlone(instance, index + 1, limit));
  runs.sort((a, b) => a.distance - b.distance);
  const median = runs[Math.floor((seeds - 1) / 2)];
  if (median === undefined) continue;
  const { distance, vehicles, ms } = median;
  process.stdout.write(`${instance.name} ${distance.toFixed(2)} ${vehicles} ${ms.toFixed(0)}\n`);
}
