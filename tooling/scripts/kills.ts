import { runKills } from '../src/load/kills.ts';

/*
 * Kills parts of the running product: `kills.ts --runs=5 --kills=12 --seed=7`. Runs alternate between a Redis with an
 * append-only file and one without persistence; `--postgres` runs two services and two gateways on one PostgreSQL. Each
 * run prints its seed; the same seed chooses the same processes and moments.
 */
function option(name: string, fallback: number): number {
  const given = process.argv.map((argument) => new RegExp(`^--${name}=(\\d+)$`).exec(argument)?.[1]).find(Boolean);
  return given === undefined ? fallback : Number(given);
}

const runs = option('runs', 4);
const kills = option('kills', 9);
const databases = process.argv.includes('--postgres') ? 'postgres' : 'embedded';
const first = option('seed', Date.now() % 1_000_000);

for (let run = 0; run < runs; run += 1) {
  const seed = first + run;
  const persistence = run % 2 === 0 ? 'aof' : 'none';
  const { faults, ...done } = await runKills({ seed, kills, persistence, databases });
  console.log(`--seed=${seed} ${persistence}: ${JSON.stringify(done)}`);
  for (const fault of faults) console.error(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
