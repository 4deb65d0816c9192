import { setTimeout as pause } from 'node:timers/promises';
import { ratiosBeside } from './beside.ts';
import { ourEnvironment } from './contenders.ts';
import { MeasuredProcess } from './measured-process.ts';
import { signInToOurs, Visitor } from './visitor.ts';

/*
 * Load from one person who requests the largest lists in the maximum number of sessions, reads none of them, and sends
 * the largest invalid bodies. Another person's calls are timed meanwhile; only the ratio is significant.
 */

const SESSIONS = 10;
/** Per session: as many as may run concurrently. */
const UNREAD = 16;
const WRONG = 60;
/** Largest allowed growth of other people's p95, as a factor. */
const LIMIT = 2;
const MEGABYTE = 1024 * 1024;
/**
 * Largest allowed growth of the gateway's peak memory. The gateway counts 32 MB per person; copies of the checked lists
 * and uncollected garbage came to 380 to 470 MB on a busy machine. With a budget per session it was 900 MB.
 */
const MAX_MB = 600;

const upstream = new MeasuredProcess({ entry: 'upstream.ts', args: ['large'] });
const gateway = new MeasuredProcess({
  entry: '../dist/main.js',
  environment: ourEnvironment(`http://127.0.0.1:${await upstream.port()}`),
});
const port = await gateway.port();

const caller = new Visitor(port, 1);
await signInToOurs(caller, 'ana');
const greedy: Visitor[] = [];
for (let session = 0; session < SESSIONS; session += 1) {
  const visitor = new Visitor(port, UNREAD);
  await signInToOurs(visitor, 'greedy');
  greedy.push(visitor);
}
const before = await gateway.memory();
let peak = 0;
const watch = new AbortController();
const watched = (async () => {
  while (!watch.signal.aborted) {
    peak = Math.max(peak, await gateway.memory());
    await pause(100);
  }
})();
const statuses = new Set<number>();

/** Sends a login body with as many values of the wrong type as fit. */
const sendWrong = async (visitor: Visitor): Promise<void> => {
  const { status } = await visitor.send('/api/auth/login', { sucursal: Array<number>(7500).fill(0) });
  statuses.add(status);
};

const ratio = await ratiosBeside(caller, '/api/clients/7', async () => {
  const sockets = greedy.flatMap((visitor) => Array.from({ length: UNREAD }, () => visitor.askUnread('/api/clients')));
  await Promise.all(Array.from({ length: WRONG }, (_, index) => sendWrong(greedy[index % SESSIONS] ?? caller)));
  await pause(8000);
  for (const socket of sockets) socket.destroy();
});
watch.abort();
await watched;
const most = Math.round((peak - before) / MEGABYTE);

process.stdout.write(
  `  calls during ${SESSIONS * UNREAD} unread answers and ${WRONG} wrong bodies: p50 ${ratio.p50.toFixed(2)}×, p95 ${ratio.p95.toFixed(2)}× of what they take without (limit ${LIMIT}×)\n`,
);
process.stdout.write(
  `  memory: ${most} MB more at its peak (limit ${MAX_MB} MB); wrong bodies were answered ${[...statuses].join(', ')}\n`,
);
// A person whose unread responses fill the budget is refused before the body is read.
if (ratio.p95 > LIMIT || most > MAX_MB || [...statuses].some((status) => ![400, 429].includes(status)))
  process.exitCode = 1;
for (const visitor of [caller, ...greedy]) visitor.close();
await gateway.stop();
await upstream.stop();
