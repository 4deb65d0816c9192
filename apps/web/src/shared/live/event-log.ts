import { type CourierChanged, type OrderChanged, type ViewChanged } from '@despacho/contracts/dispatch';
import { hearNews, type LiveNews } from './live-state.ts';

/** What happened in dispatching; who is looking at what is not among it. */
export type DispatchNews = OrderChanged | CourierChanged | ViewChanged;

/** As many as one is told of after an absence; older ones are only a figure. */
const KEPT = 2000;

/** Milliseconds in which several events become one change of what is shown. */
const TOGETHER = 150;

let log: readonly DispatchNews[] = [];
let fresh: DispatchNews[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let gaps: readonly number[] = [];
const listeners = new Set<() => void>();

function publish(): void {
  timer = undefined;
  log = [...log, ...fresh].slice(-KEPT);
  fresh = [];
  for (const listener of listeners) listener();
}

const isDispatch = (news: LiveNews): news is { type: 'event'; event: DispatchNews } =>
  news.type === 'event' && ['order.changed', 'courier.changed', 'view.changed'].includes(news.event.type);

function hear(news: LiveNews): void {
  if (news.type === 'reset') gaps = [...gaps, Date.now()];
  else if (isDispatch(news)) fresh.push(news.event);
  else return;
  timer ??= setTimeout(publish, TOGETHER);
}

/**
 * Begins to note what happens, with nothing before it: what one person was told is never shown to the next.
 * @returns a function that ends it and forgets everything.
 */
export function startEventLog(): () => void {
  const stop = hearNews(hear);
  return () => {
    stop();
    clearTimeout(timer);
    fresh = [];
    gaps = [];
    log = [];
    publish();
  };
}

/** What has been told since the page was opened, oldest first; the same array until there is more. */
export const eventLog = (): readonly DispatchNews[] => log;

/** When (milliseconds of the computer's clock) events may have been lost, so that the log has a gap. */
export const logGaps = (): readonly number[] => gaps;

/** Fits `useSyncExternalStore`. */
export function subscribeEventLog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
