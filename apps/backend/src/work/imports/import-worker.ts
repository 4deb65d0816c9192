import { getPriority, setPriority } from 'node:os';
import { answerTasks } from '#platform/threads/answer-tasks.ts';
import { fixLines, type FixTask, parseImport, type ParseTask } from './parse-import.ts';
import { parseTable, type TableTask } from './parse-table.ts';
import { type TableName } from './tables.ts';

/*
 * Parses one untrusted file, or validates lines of one again. Memory and time are limited here, and the thread
 * that answers requests stays free.
 */

/** The scheduler gives it about a third of the weight of the thread that answers requests. */
const NICENESS = 5;

// On Linux this affects only the calling thread, elsewhere the whole service. Only root may raise a priority, so a service
// that was started with a lower one keeps it.
if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(NICENESS);

answerTasks((task: ParseTask | FixTask | TableTask<TableName>) => {
  if ('lines' in task) return fixLines(task);
  if ('table' in task) return parseTable(task);
  return parseImport(task);
});
