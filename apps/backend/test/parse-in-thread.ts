import { onTestFinished } from 'vitest';
import * as product from '#work/imports/parse-in-thread.ts';
import { fixLines, parseImport } from '#work/imports/parse-import.ts';
import { parseTable } from '#work/imports/parse-table.ts';

/*
 * Replaces `src/work/imports/parse-in-thread.ts` (vitest.config.ts): imports are parsed without a thread, which takes
 * 145 ms of CPU to start.
 */

let usesThread = false;

/** Parses in threads for the rest of this test. */
export function useThread(): void {
  usesThread = true;
  onTestFinished(() => {
    usesThread = false;
  });
}

export const parseInThread: typeof product.parseInThread = async (task, ...rest) =>
  usesThread ? product.parseInThread(task, ...rest) : parseImport(task);

export const fixInThread: typeof product.fixInThread = async (task, ...rest) =>
  usesThread ? product.fixInThread(task, ...rest) : fixLines(task);

export const tableInThread: typeof product.tableInThread = async (task, ...rest) =>
  usesThread ? product.tableInThread(task, ...rest) : parseTable(task);
