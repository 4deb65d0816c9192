import { vi } from 'vitest';
import { fixLines, parseImport } from '#work/imports/parse-import.ts';
import { fixInThread, parseInThread, tableInThread } from '#work/imports/parse-in-thread.ts';
import { parseTable } from '#work/imports/parse-table.ts';

/**
 * Parses imports without a thread, which takes 145 ms of CPU to start; needs `vi.mock(…/parse-in-thread.ts, { spy: true })`.
 * `vi.mocked(parseInThread).mockReset()` brings the thread back.
 */
export function parseInProcess(): void {
  vi.mocked(parseInThread).mockImplementation((task) => Promise.resolve().then(() => parseImport(task)));
  vi.mocked(tableInThread).mockImplementation((task) => Promise.resolve().then(() => parseTable(task)));
  vi.mocked(fixInThread).mockImplementation((task) => Promise.resolve().then(() => fixLines(task)));
}
