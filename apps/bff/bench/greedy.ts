import { connect, type Socket } from 'node:net';
import { CONNECTIONS, ourEnvironment } from './contenders.ts';
import { MeasuredProcess } from './measured-process.ts';
import { quantile } from './quantile.ts';
import { signInToOurs, Visitor } from './visitor.ts';

/*
 * What one signed-in client takes of the gateway that asks for the largest lists and reads none of them, and sends the
 * largest bodies that are wrong in every part. Somebody else's calls are timed beside it; only the ratio means something.
 */

const UNREAD = 60;
/** How long calls are timed, one after another. */
const ROUND_MS = 10_000;
/** Other people's p95 may grow to so many times of what it is without. */
const LIMIT = 2;
const MEGABYTE = 1024 * 1024;

const upstream = new MeasuredProcess({ entry: 'upstream.ts', args: ['large'] });
const gateway = new MeasuredProcess({
  entry: '../dist/main.js',
  environment: ourEnvironment(`http://127.0.0.1:${await upstream.port()}`),
});
const port = await gateway.port();

async function timeCalls(visitor: Visitor): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + ROUND_MS;
  while (performance.now() < end) {
    const before = performance.now();
    const { status } = await visitor.send('/api/clients/7');
    times.push(performance.now() - before);
    if (status !== 200) throw new Error(`A call was answered ${status}`);
  }
  return times;
}

/** Asks for a list of 7.5 MB and never reads the answer. */
function askUnread(visitor: Visitor): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  socket.write(
    `GET /api/clients HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n\r\n`,
  );
  return socket;
}

/** Sends the largest body of a login, with a value of the wrong kind wherever one fits. */
const sendWrong = (visitor: Visitor) => visitor.send('/api/auth/login', { sucursal: Array<number>(7500).fill(0) });

const [caller, greedy] = [new Visitor(port, 1), new Visitor(port, CONNECTIONS)];
await signInToOurs(caller, 'ana');
await signInToOurs(greedy, 'greedy');
await timeCalls(caller);
const before = await gateway.memory();
const without = await timeCalls(caller);
const sockets = Array.from({ length: UNREAD }, () => askUnread(greedy));
let peak = 0;
const watch = setInterval(() => {
  void gateway.memory().then((bytes) => (peak = Math.max(peak, bytes)));
}, 500);
const wrong = Promise.all(Array.from({ length: UNREAD }, () => sendWrong(greedy)));
const beside = await timeCalls(caller);
const statuses = new Set((await wrong).map(({ status }) => status));
clearInterval(watch);
const held = (await gateway.memory()) - before;
for (const socket of sockets) socket.destroy();

const ratio = quantile(beside, 0.95) / quantile(without, 0.95);
process.stdout.write(
  `  calls beside ${UNREAD} unread answers and ${UNREAD} wrong bodies: p50 ${(quantile(beside, 0.5) / quantile(without, 0.5)).toFixed(2)}×, p95 ${ratio.toFixed(2)}× of what they take without (limit ${LIMIT}×)\n`,
);
process.stdout.write(
  `  memory: ${Math.round((peak - before) / MEGABYTE)} MB more at its peak, ${Math.round(held / MEGABYTE)} MB afterwards; wrong bodies were answered ${[...statuses].join(', ')}\n`,
);
if (ratio > LIMIT) process.exitCode = 1;
caller.close();
greedy.close();
await gateway.stop();
await upstream.stop();
