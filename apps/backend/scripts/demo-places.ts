import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { demoVisits } from './demo-visits.ts';

/*
 * Writes what the couriers of the demonstration see at doors, and what may then be asked, as JSON lines of address,
 * ubigeo, point and when, for `check-places`:
 *
 *   node apps/backend/scripts/demo-places.ts FOLDER [--orders=8000] [--asked=600]
 *
 * known.jsonl has the deliveries of two weeks, asked.jsonl the addresses that `demoVisits` describes.
 */

const { values, positionals } = parseArgs({
  options: { orders: { type: 'string', default: '8000' }, asked: { type: 'string', default: '600' } },
  allowPositionals: true,
});
const [folder = '.'] = positionals;
const { known, asked } = demoVisits(Number(values.orders), Number(values.asked));
mkdirSync(folder, { recursive: true });
for (const [name, lines] of Object.entries({ known, asked })) {
  writeFileSync(join(folder, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  process.stdout.write(`${name}.jsonl: ${lines.length}\n`);
}
