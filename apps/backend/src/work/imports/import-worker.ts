import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { fixLines, type FixTask, parseImport, type ParseTask } from './parse-import.ts';
import { type ThreadReply } from './parse-in-thread.ts';
import { parseTable, type TableTask } from './parse-table.ts';
import { type TableName } from './tables.ts';

/*
 * Parses one untrusted file, or validates lines of one again, and exits. Memory and time are limited here, and the thread
 * that answers requests stays free.
 */
const port = parentPort;
if (!port) throw new Error('This file is the thread that parses imports; it is not started by hand.');

/** The scheduler gives it about a third of the weight of the thread that answers requests. */
const NICENESS = 5;

// On Linux this affects only the calling thread, elsewhere the whole service. Only root may raise a priority, so a service
// that was started with a lower one keeps it.
if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(NICENESS);

type Task = ParseTask | FixTask | TableTask<TableName>;

function carryOut(task: Task) {
  if ('lines' in task) return fixLines(task);
  if ('table' in task) return parseTable(task);
  return parseImport(task);
}

const answer = carryOut(workerData as Task);
const { user, system } = process.threadCpuUsage();
port.postMessage({ answer, cpuMs: (user + system) / 1000 } satisfies ThreadReply<typeof answer>);
