import { type Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** CPU time of the thread, in microseconds. */
  tdur?: number;
}

/**
 * Traces a page during some work. CPU time, because Chromium without a window rasterises on the CPU, and other processes
 * on the same cores would lengthen the elapsed time.
 * @returns CPU milliseconds of the longest task of the page's main thread.
 * @throws Error if the trace has no tasks with CPU times.
 */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel'] });
  await work();
  const trace = await browser?.stopTracing();
  const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)));
  // Without one: a task that was already running.
  const longest = Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
  if (!(longest > 0)) throw new Error('The trace has no tasks with CPU times');
  return longest;
}
