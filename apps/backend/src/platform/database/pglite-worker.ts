import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { copyCluster } from './prepared-cluster.ts';
import { type WorkerReply, type WorkerRequest } from './worker-messages.ts';

/*
 * The embedded database in its own thread: it runs synchronously inside WebAssembly, and a slow query would block every
 * request.
 */
const port = parentPort;
if (!port) throw new Error('This file is the embedded database thread; it is not started by hand.');

const { folder } = workerData as { folder: string };
copyCluster(folder);
const pglite = await PGlite.create(folder, { extensions: { btree_gin, pg_trgm } });

// All data is in memory, where random access costs hardly more than sequential access.
await pglite.exec('set random_page_cost = 1.1');

/** Only these fields leave the thread: the original error contains the statement's parameters. */
function describe(error: unknown): NonNullable<WorkerReply['error']> {
  const { message, code, constraint, table } = error as Record<string, string | undefined>;
  return { message: message ?? String(error), code, constraint, table };
}

async function answer({ id, ...request }: WorkerRequest): Promise<WorkerReply> {
  try {
    if (request.kind === 'close') {
      await pglite.close();
      return { id };
    }
    // Rows are sent without column names: copying them to the other thread would cost more than the values.
    const answered = await pglite.query<unknown[]>(request.sql, [...request.parameters], { rowMode: 'array' });
    const { rows, fields, affectedRows } = answered;
    const { command } = answered as { command?: string };
    const names = fields.map(({ name }) => name);
    return { id, result: { names, rows, affectedRows: affectedRows ?? 0, command: command ?? '' } };
  } catch (error) {
    return { id, error: describe(error) };
  }
}

let reported = process.threadCpuUsage();

port.on('message', (request: WorkerRequest) => {
  void answer(request).then((reply) => {
    // Since the last reply: the cost of sending that, possibly as much as the query's, was unknown then.
    const { user, system } = process.threadCpuUsage(reported);
    reported = process.threadCpuUsage();
    port.postMessage({ ...reply, cpuMs: (user + system) / 1000 });
    if (request.kind === 'close') port.close();
  });
});

port.postMessage({ id: 0 } satisfies WorkerReply);
