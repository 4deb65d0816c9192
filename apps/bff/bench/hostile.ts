import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { MeasuredProcess } from './measured-process.ts';
import { quantile } from './quantile.ts';
import { Visitor } from './visitor.ts';

/*
 * One person sends everything expensive at the same time: two workbooks of a few KB that unpack to a sheet of nothing but nested
 * elements, a body of 7 MB, and sixty requests whose answers are never read. Somebody else's calls to the dispatch service are
 * timed before and meanwhile; only the ratio means something.
 */

const UNREAD = 60;
const CALLS_FOR_MS = 8000;
/** Other people's p95 may grow to so many times of what it is without. */
const LIMIT = 2;
const BODY = 7 * 1024 * 1024;
const SERVICE = fileURLToPath(new URL('../../backend/dist/main.js', import.meta.url));
const KEY = 'bench-operations-key-0123456789abcdef';

/** @returns a workbook, as an archive of deflated parts. */
function workbook(parts: Record<string, string>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(text), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(Buffer.byteLength(text), 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    files.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += head.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const hostileWorkbook = (): Buffer =>
  workbook({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="sheet.xml"/></Relationships>',
    'xl/sheet.xml': '<a>'.repeat(10_000_000),
  });

/** @returns the address the service tells in its log. */
async function addressOf(child: ChildProcess): Promise<string> {
  let told = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    told += chunk.toString();
    const address = /"address":"([^"]+)".*"msg":"listening"/.exec(told)?.[1];
    if (address) return address;
  }
  throw new Error(`The dispatch service ended instead of listening: ${told}`);
}

const folder = await mkdtemp(join(tmpdir(), 'despacho-bench-'));
const service = spawn(process.execPath, [SERVICE], {
  env: {
    PORT: '0',
    INGEST_PORT: '0',
    DEMO: '1',
    DATA_DIR: folder,
    OPERATIONS_KEY: KEY,
    STORAGE_USER: 'bench',
    STORAGE_PASSWORD: 'bench',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await addressOf(service);
service.stdout.resume();
const gateway = new MeasuredProcess({
  entry: '../dist/main.js',
  environment: {
    PORT: '0',
    ADMIN_PORT: '0',
    PUBLIC_ORIGIN: 'http://localhost:3000',
    SESSION_SECRET: 'bench-session-secret-0123456789abcdef',
    API_URL: `${url}/legacy/api`,
    BASE_URL: `${url}/legacy/base`,
    STORAGE_URL: `${url}/legacy/storage`,
    STORAGE_USER: 'bench',
    STORAGE_PASSWORD: 'bench',
    OPERATIONS_URL: `${url}/operations`,
    OPERATIONS_KEY: KEY,
    REQUESTS_PER_MINUTE: '1000000',
  },
});
const port = await gateway.port();

async function signIn(username: string): Promise<Visitor> {
  const visitor = new Visitor(port, 1);
  await visitor.send('/api/auth/session');
  const { status, body } = await visitor.send('/api/auth/login', { sucursal: 'LIMA', username, password: 'despacho' });
  if (status !== 200) throw new Error(`Sign-in answered ${status}: ${body.toString()}`);
  return visitor;
}

async function timeCalls(visitor: Visitor): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + CALLS_FOR_MS;
  while (performance.now() < end) {
    const before = performance.now();
    const { status } = await visitor.send('/api/orders?officeId=LIMA&limite=20');
    times.push(performance.now() - before);
    if (status !== 200) throw new Error(`A call was answered ${status}`);
  }
  return times;
}

const cookieOf = ({ cookies }: Visitor): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Asks for a page of 200 orders and never reads the answer. */
function askUnread(visitor: Visitor): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/orders?officeId=LIMA&limite=200 HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${cookieOf(visitor)}\r\nSec-Fetch-Site: same-origin\r\n\r\n`,
  );
  return socket;
}

/** Uploads a file to the import. @returns the status, or why there is none. */
const upload = (visitor: Visitor, body: Buffer | string, type: string): Promise<string> =>
  fetch(`http://127.0.0.1:${port}/api/imports?officeId=LIMA&fileName=x.xlsx`, {
    method: 'POST',
    headers: {
      cookie: cookieOf(visitor),
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
      'x-xsrf-token': decodeURIComponent(visitor.cookies.get('XSRF-TOKEN') ?? ''),
      'content-type': type,
    },
    body,
  }).then(
    (answer) => String(answer.status),
    (error: unknown) => (error instanceof Error ? error.message : 'failed'),
  );

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const [other, hostile] = [await signIn('luis.quispe'), await signIn('ana.torres')];
await timeCalls(other);
const without = await timeCalls(other);
const book = hostileWorkbook();
const sockets = Array.from({ length: UNREAD }, () => askUnread(hostile));
const uploads = Promise.all([
  upload(hostile, book, XLSX),
  upload(hostile, book, XLSX),
  upload(hostile, `[${'0,'.repeat(BODY / 2)}0]`, 'application/json'),
]);
const beside = await timeCalls(other);
const answers = await uploads;
for (const socket of sockets) socket.destroy();

const times = (share: number): number => quantile(beside, share) / quantile(without, share);
process.stdout.write(
  `  calls beside 2 workbooks of ${Math.round(book.length / 1024)} KB, a body of 7 MB and ${UNREAD} unread answers: p50 ${times(0.5).toFixed(2)}×, p95 ${times(0.95).toFixed(2)}× of what they take without (limit ${LIMIT}×)\n`,
);
process.stdout.write(`  uploads were answered ${answers.join(', ')}\n`);
// Refused by their form, they would have cost nothing and shown nothing.
const unread = answers.slice(0, 2).filter((status) => ['400', '413', '415'].includes(status));
if (unread.length > 0) process.stdout.write('  the workbooks did not reach the reader of imports: nothing was shown\n');
if (times(0.95) > LIMIT || unread.length > 0) process.exitCode = 1;
other.close();
hostile.close();
await gateway.stop();
service.kill('SIGTERM');
await new Promise((resolve) => service.once('exit', resolve));
await rm(folder, { recursive: true, force: true });
