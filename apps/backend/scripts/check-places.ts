import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type AddressLine, askDoors, figuresOf, openVisited, recordVisits } from '../bench/support/visited-doors.ts';
import { withDatabases } from '../bench/support/databases.ts';

/*
 * Prints how exactly the service places addresses after visits of others:
 *
 *   node tooling/scripts/run.js check-places --known FILE --asked FILE
 *
 * The files have JSON lines of address, ubigeo, point and when. Those of --known are deliveries, recorded in an empty
 * company with one courier in each province. Then each line of --asked is placed as a new order without coordinates. Prints
 * degree, meters from its point and source of each, then the figures, also by the kind of the asked lines if they state
 * one. Fails if a place that is called a door is elsewhere.
 */

const { values } = parseArgs({ options: { known: { type: 'string' }, asked: { type: 'string' } } });
if (values.known === undefined || values.asked === undefined) {
  process.stderr.write('node tooling/scripts/run.js check-places --known FILE --asked FILE\n');
  process.exit(2);
}
const readLines = (file: string): AddressLine[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as AddressLine]));
const [known, asked] = [readLines(values.known), readLines(values.asked)];
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await withDatabases(false, async (placeOf) => {
  const company = await openVisited(await placeOf('places'), [...known, ...asked]);
  await recordVisits(company, known);
  const answers = await askDoors(company, asked);
  for (const { line, exactness, meters } of answers)
    print([exactness.degree, meters.toFixed(0), exactness.source, line.ubigeo, line.address].join('\t'));
  const kinds = Map.groupBy(answers, ({ line }) => line.kind ?? '');
  for (const [kind, some] of [...(kinds.size > 1 ? kinds : []), ['all', answers] as const]) {
    const { lines, wrongDoors } = figuresOf(some);
    print(`\n${kind}: ${some.length}\n  ${lines.join('\n  ')}`);
    if (wrongDoors > 0) process.exitCode = 1;
  }
  await company.close();
});
process.exit();
