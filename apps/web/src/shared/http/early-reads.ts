import { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { addressOf } from './address.ts';
import { http } from './http.ts';

/** A response, with the computer's times at which it was requested and arrived, in epoch milliseconds. */
export interface Exchange {
  answer: AxiosResponse<unknown>;
  sentAt: number;
  receivedAt: number;
}

/** Sends one request. @throws what axios throws. */
export async function exchange(config: AxiosRequestConfig): Promise<Exchange> {
  const sentAt = Date.now();
  const answer = await http.request<unknown>(config);
  return { answer, sentAt, receivedAt: Date.now() };
}

/** How long an unused response is kept, in milliseconds: as long as queries count as fresh. */
const KEPT_MS = 15_000;

/** Reads that began before the code that needs them had loaded, by address. */
const begun = new Map<string, Promise<Exchange>>();

/** When the first of them began, in epoch milliseconds. */
let begunAt: number | undefined;

/**
 * Requests what the screen will read first. The first `call` of the same address uses the response.
 * @returns the read, which rejects with what axios throws.
 */
export function beginRead(path: string, query?: Readonly<Record<string, string>>): Promise<Exchange> {
  const request = { url: addressOf(path), params: query };
  const address = http.getUri(request);
  const read = exchange({ ...request, method: 'GET' });
  read.catch(() => undefined); // The call that takes it handles the failure.
  begunAt ??= Date.now();
  begun.set(address, read);
  setTimeout(() => begun.delete(address), KEPT_MS);
  return read;
}

/** @returns the read of this address that began early, once; undefined if there is none. */
export function takeEarlyRead(address: string): Promise<Exchange> | undefined {
  const read = begun.get(address);
  begun.delete(address);
  if (read) taken.push(read);
  return read;
}

const taken: Promise<Exchange>[] = [];

/** In milliseconds: a screen whose code takes longer reads again what it is told of. */
const MOST_WAIT_MS = 3000;
const CHECK_MS = 50;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until the screen shows what was read early. An event before that would find nothing to change, and the answer
 * would be older than the event.
 */
export async function earlyReadsUsed(): Promise<void> {
  const latest = Date.now() + MOST_WAIT_MS;
  while (begun.size > 0 && Date.now() < latest) await pause(CHECK_MS);
  begun.clear();
  await Promise.allSettled(taken.splice(0));
  await pause(0);
}

let stream: { response: Promise<Response>; end: AbortController; openedAt: number } | undefined;

/** Requests an event stream; `lastEventId` is the position to resume from. */
export const requestStream = (url: string, lastEventId: string | undefined, signal: AbortSignal): Promise<Response> =>
  fetch(url, {
    headers: { Accept: 'text/event-stream', ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }) },
    cache: 'no-store',
    signal,
  });

/** In milliseconds: no change is expected between the first reads and a stream that opens so soon after them. */
const SOON = 1000;

/** Opens the event stream with the first reads: what changes after them is among its events, so none is sent again. */
export function beginStream(path: string): void {
  if (stream) return;
  const end = new AbortController();
  stream = { response: requestStream(addressOf(path), undefined, end.signal), end, openedAt: Date.now() };
  stream.response.catch(() => undefined); // The reader that takes it handles the failure.
  setTimeout(() => endEarlyStream(end), KEPT_MS);
}

function endEarlyStream(end?: AbortController): void {
  if (end !== undefined && stream?.end !== end) return;
  stream?.end.abort();
  stream = undefined;
}

/** @returns the stream that was opened early, once, which then ends with the signal; undefined if there is none. */
export function takeEarlyStream(signal: AbortSignal): Promise<Response> | undefined {
  if (!stream) return undefined;
  const { response, end, openedAt } = stream;
  stream = undefined;
  signal.addEventListener('abort', () => end.abort(signal.reason));
  response.then(
    ({ ok }) => {
      if (ok && openedAt - (begunAt ?? openedAt) <= SOON) begunAt = undefined;
    },
    () => undefined,
  );
  return response;
}

/** Discards unused reads: another user may sign in, or data change. */
export function dropEarlyReads(): void {
  begun.clear();
  endEarlyStream();
}

/** @returns whether the first reads began long before any stream, once: the events in between are not replayed. */
export function missedEvents(): boolean {
  const first = begunAt;
  begunAt = undefined;
  endEarlyStream();
  return first !== undefined && Date.now() - first > SOON;
}
