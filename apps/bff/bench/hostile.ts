import { once } from 'node:events';
import { expensiveBodies } from '../test/support/expensive-bodies.ts';
import { expensiveFiles, honestFiles } from '../test/support/expensive-files.ts';
import { ratiosBeside } from './beside.ts';
import { startProduct } from './product.ts';
import { signInToOurs, Visitor } from './visitor.ts';

/* Expensive load from one person, all at the same time: workbooks of a few KB that unpack to the largest XML that is
   read, a valid CSV file of 5 MB, JSON bodies of 64 KB, and sixty requests whose responses are never read. Another
   person's calls to the dispatch service are timed without and with it; only the ratio is significant. */

const UNREAD = 60;
/** Largest allowed growth of other people's p95, as a factor. */
const LIMIT = 2;
const BODY = 64 * 1024;

const { port, stop } = await startProduct();
const [other, hostile] = [new Visitor(port, 1), new Visitor(port, 4)];
await signInToOurs(other, 'luis.quispe', 'despacho');
await signInToOurs(hostile, 'ana.torres', 'despacho');

const orders = (limit: number): string => `/api/orders?officeId=LIMA&limite=${limit}`;
const [csv = Buffer.alloc(0)] = honestFiles();
const files = expensiveFiles();
const [deep = Buffer.alloc(0), ...wide] = ['nested elements', 'empty elements', 'many attributes', 'shared texts'].map(
  (kind) => files[kind] ?? Buffer.alloc(0),
);
const bodies = Object.values(expensiveBodies({}, BODY));

/** Expected status of each kind of request: one that is refused earlier would cost nothing and prove nothing. */
const EXPECTED = {
  'deep workbook': 400,
  'wide workbook': 400,
  'csv of 5 MB': 200,
  'JSON body': 400,
  'unread answer': 200,
};
type Kind = keyof typeof EXPECTED;
const unexpected: string[] = [];
function note(kind: Kind, status: number): void {
  if (status !== EXPECTED[kind]) unexpected.push(`${kind}: ${status}`);
}

async function upload(kind: Kind, file: Buffer): Promise<void> {
  const { status } = await hostile.send('/api/imports?officeId=LIMA&fileName=x', file, 'text/csv');
  note(kind, status);
}

/** Two workbooks together, the others one after another, because a person may have no more pending. */
async function uploadAll(): Promise<void> {
  await Promise.all([upload('deep workbook', deep), upload('deep workbook', deep)]);
  await upload('csv of 5 MB', csv);
  for (const file of wide) await upload('wide workbook', file);
}

async function sendBodies(): Promise<void> {
  for (const body of bodies) note('JSON body', (await hostile.send('/api/views?officeId=LIMA', body)).status);
}

const ratio = await ratiosBeside(other, orders(20), async () => {
  const sockets = Array.from({ length: UNREAD }, () => hostile.askUnread(orders(200)));
  await Promise.all([uploadAll(), sendBodies()]);
  for (const socket of sockets) {
    const [head] = (await once(socket.resume(), 'data')) as [Buffer];
    note('unread answer', Number(head.toString('latin1', 9, 12)));
    socket.destroy();
  }
});

process.stdout.write(
  `  calls during ${2 + wide.length} workbooks, a file of 5 MB, ${bodies.length} bodies of 64 KB and ${UNREAD} unread answers: p50 ${ratio.p50.toFixed(2)}×, p95 ${ratio.p95.toFixed(2)}× of what they take without (limit ${LIMIT}×)\n`,
);
if (unexpected.length > 0) process.stdout.write(`  unexpected answers: ${unexpected.join(', ')}\n`);
if (ratio.p95 > LIMIT || unexpected.length > 0) process.exitCode = 1;
other.close();
hostile.close();
await stop();
