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
export async function timedRequest(config: AxiosRequestConfig): Promise<Exchange> {
  const sentAt = Date.now();
  const answer = await http.request<unknown>(config);
  return { answer, sentAt, receivedAt: Date.now() };
}

/** How long an unused response is kept, in milliseconds: as long as queries count as fresh. */
const KEPT_MS = 15_000;

/** Requests that began before the code that needs them had loaded; `early-answers.ts` describes their use. */
export const earlyRequests: {
  /** When the first read began, in epoch milliseconds. */
  begunAt?: number | undefined;
  stream?: { response: Promise<Response>; end: AbortController; openedAt: number } | undefined;
  /** Reads that a call has taken. */
  taken: Promise<Exchange>[];
} = { taken: [] };

/** Reads that nobody has taken, by address. */
export const untakenReads = new Map<string, Promise<Exchange>>();

/**
 * Sends the screen's first reads. The first `call` of the same address uses the response.
 * @returns the read, which rejects with what axios throws.
 */
export function beginRead(path: string, query?: Readonly<Record<string, string>>): Promise<Exchange> {
  const request = { url: addressOf(path), params: query };
  const address = http.getUri(request);
  const read = timedRequest({ ...request, method: 'GET' });
  read.catch(() => undefined); // The call that takes it handles the failure.
  earlyRequests.begunAt ??= Date.now();
  untakenReads.set(address, read);
  setTimeout(() => untakenReads.delete(address), KEPT_MS);
  return read;
}

/** @returns the read of this address that began early, once; undefined if there is none. */
export function takeEarlyRead(address: string): Promise<Exchange> | undefined {
  const read = untakenReads.get(address);
  untakenReads.delete(address);
  if (read) earlyRequests.taken.push(read);
  return read;
}

/** Requests an event stream. */
export const requestStream = (url: string, signal: AbortSignal, resume: Record<string, string> = {}) =>
  fetch(url, { headers: { Accept: 'text/event-stream', ...resume }, cache: 'no-store', signal });

/** Opens the event stream with the first reads: later changes are among its events, so no read is sent again. */
export function beginStream(path: string): void {
  if (earlyRequests.stream) return;
  const end = new AbortController();
  const response = requestStream(addressOf(path), end.signal);
  response.catch(() => undefined); // The reader that takes it handles the failure.
  earlyRequests.stream = { response, end, openedAt: Date.now() };
}

export function dropEarlyStream(): void {
  earlyRequests.stream?.end.abort();
  earlyRequests.stream = undefined;
}

/** Discards unused reads and an unused stream: another user may sign in, or data change. */
export function dropEarlyReads(): void {
  untakenReads.clear();
  dropEarlyStream();
}
