import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** A closed loop: each connection sends its next call when the one before is answered. */
interface Loop {
  connections: number;
  /** Calls of all connections together. */
  count?: number;
  seconds?: number;
  isOver?: () => boolean;
  /** Between two calls of a connection. */
  pauseMs?: number;
}

/** What calls were answered. */
export interface Sent {
  /** Milliseconds of each call. */
  times: number[];
  /** How many calls had each status. */
  statuses: Record<number, number>;
}

/**
 * Repeats a call until `count`, `seconds` or `isOver` ends it.
 * @param call is given its number, from 0; returns a status.
 */
export async function sendInLoop(
  { connections, count = Infinity, seconds = Infinity, isOver = () => false, pauseMs }: Loop,
  call: (serial: number) => Promise<number>,
): Promise<Sent> {
  const sent: Sent = { times: [], statuses: {} };
  const end = performance.now() + seconds * 1000;
  let serial = 0;
  const connection = async (): Promise<void> => {
    while (serial < count && performance.now() < end && !isOver()) {
      const before = performance.now();
      const status = await call(serial++);
      sent.times.push(performance.now() - before);
      sent.statuses[status] = (sent.statuses[status] ?? 0) + 1;
      if (pauseMs !== undefined) await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return sent;
}

/** @throws Error unless all calls were answered 200. @returns the same. */
export function expectOk(sent: Sent): Sent {
  const others = Object.keys(sent.statuses).filter((status) => status !== '200');
  if (others.length > 0) throw new Error(`Calls were answered ${JSON.stringify(sent.statuses)}`);
  return sent;
}

/** Calls that are due within this time begin together. */
const TICK_MS = 10;

/** Begins `count` calls at a constant rate, however long they take. Resolves when all have been answered. */
export async function sendAtRate<T>(
  perSecond: number,
  count: number,
  call: (serial: number) => Promise<T>,
): Promise<T[]> {
  const begun = performance.now();
  const pending: Promise<T>[] = [];
  while (pending.length < count) {
    const due = Math.min(count, 1 + Math.floor(((performance.now() - begun) * perSecond) / 1000));
    while (pending.length < due) pending.push(call(pending.length));
    await sleep(TICK_MS);
  }
  return Promise.all(pending);
}

/** GET requests, one after another. */
export interface Requests {
  port: number;
  path: string;
  headers: Record<string, string>;
  count: number;
}

/** The last answer to requests. */
export interface LastAnswer {
  /** Status of all requests; 0 if they had different ones. */
  status: number;
  bytes: number;
  etag: string;
}

/** Sends requests from a separate process, whose CPU is not counted with that of a service in this one. */
export function startSender() {
  const child = fork(new URL('sender.ts', import.meta.url));
  return {
    send: async (requests: Requests): Promise<LastAnswer> => {
      const answered = once(child, 'message');
      child.send(requests);
      const [last] = (await answered) as [LastAnswer];
      return last;
    },
    stop: () => child.kill(),
  };
}
