import {
  type CourierChanged,
  type DayChanged,
  type OrderChanged,
  type ViewChanged,
} from '@despacho/contracts/dispatch';
import { createStore, type ReadonlyStore } from '../state/store.ts';
import { subscribeNews, type LiveNews } from './live-state.ts';

/** Changes in dispatching, without presence. */
export type DispatchNews = OrderChanged | CourierChanged | ViewChanged | DayChanged;

export interface EventLog {
  /** Oldest first. */
  events: readonly DispatchNews[];
  /** Number of events dropped before the first one. */
  before: number;
}

/** Number of events kept for the summary after an absence; older ones are dropped. */
const KEPT = 2000;

/** Milliseconds in which several events cause one update. */
const TOGETHER = 150;

const EMPTY: EventLog = { events: [], before: 0 };
const log = createStore(EMPTY);
let fresh: DispatchNews[] = [];
let resets = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** @returns the log with more events appended, cut to the newest. */
export function withNews({ events, before }: EventLog, more: readonly DispatchNews[]): EventLog {
  const all = [...events, ...more];
  const dropped = Math.max(0, all.length - KEPT);
  return { events: all.slice(dropped), before: before + dropped };
}

function publish(): void {
  clearTimeout(timer);
  timer = undefined;
  log.set(withNews(log.get(), fresh));
  fresh = [];
}

const DISPATCH = new Set<string>([
  'order.changed',
  'courier.changed',
  'view.changed',
  'day.changed',
] satisfies DispatchNews['type'][]);

const isDispatch = (news: LiveNews): news is { type: 'event'; event: DispatchNews } =>
  news.type === 'event' && DISPATCH.has(news.event.type);

function receiveNews(news: LiveNews): void {
  if (news.type === 'reset') resets += 1;
  else if (isDispatch(news)) fresh.push(news.event);
  else return;
  timer ??= setTimeout(publish, TOGETHER);
}

/**
 * Starts an empty log, so that no events of one user are shown to the next.
 * @returns a function that stops and clears it.
 */
export function startEventLog(): () => void {
  const stop = subscribeNews(receiveNews);
  return () => {
    stop();
    clearTimeout(timer);
    timer = undefined;
    fresh = [];
    resets = 0;
    log.set(EMPTY);
  };
}

/** The events received since the page was opened. */
export const eventLog: ReadonlyStore<EventLog> = log;

/** A position in the log. */
export interface LogPlace {
  total: number;
  /** How often events may have been lost. */
  resets: number;
}

export function logPlace(): LogPlace {
  const { events, before } = log.get();
  return { total: before + events.length + fresh.length, resets };
}
