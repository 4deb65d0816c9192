import { findNamingTests, gaps, readRows } from '../src/rows/rows.ts';

const rows = readRows();
const tests = findNamingTests();

for (const { id, text, narrower } of rows) {
  console.log(`\n${id.padEnd(4)} ${text}`);
  if (narrower !== undefined) console.log(`     Narrower than the specification: ${narrower}`);
  for (const { title, file, line } of tests.filter(({ ids }) => ids.includes(id)))
    console.log(`       ${file}:${line}  ${title}`);
}

const { unproved, unknown } = gaps(rows, tests);
for (const { title, file, line } of unknown) console.error(`\nno such row: ${file}:${line}  ${title}`);
if (unproved.length > 0) console.error(`\nrows without a test: ${unproved.map(({ id }) => id).join(' ')}`);
console.log(`\n${rows.length} rows, ${tests.length} tests that name one`);
if (unproved.length > 0 || unknown.length > 0) process.exitCode = 1;
