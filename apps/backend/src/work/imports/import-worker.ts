import { answerTasks } from '#platform/threads/answer-tasks.ts';
import { lowerPriority } from '#platform/threads/lower-priority.ts';
import { fixLines, type FixTask, parseImport, type ParseTask } from './parse-import.ts';
import { parseTable, type TableTask } from './parse-table.ts';
import { type TableName } from './tables.ts';

/*
 * Parses one untrusted file, or validates lines of one again. Memory and time are limited here, and the thread
 * that answers requests stays free.
 */

lowerPriority();

answerTasks((task: ParseTask | FixTask | TableTask<TableName>) => {
  if ('lines' in task) return fixLines(task);
  if ('table' in task) return parseTable(task);
  return parseImport(task);
});
