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
  return read;
}

/**
 * Discards unused reads: another user may sign in, or data change.
 * @returns when the first read began, in epoch milliseconds; undefined if none did since the last call.
 */
export function dropEarlyReads(): number | undefined {
  const first = begunAt;
  begunAt = undefined;
  begun.clear();
  return first;
}
