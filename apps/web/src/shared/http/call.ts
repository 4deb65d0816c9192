import { type Operation, pathOf, SKIPPED_ROWS_HEADER } from '@despacho/contracts';
import { isAxiosError } from 'axios';
import type * as z from 'zod/mini';
import { beginActivity } from './activity.ts';
import { addressOf } from './address.ts';
import { type Background } from './background.ts';
import { dropEarlyReads, timedRequest, takeEarlyRead } from './early-reads.ts';
import { HttpFailure } from './failure.ts';
import { waitForSamePerson, wasNotForwarded } from './held-writes.ts';
import { http, isUnsafe } from './http.ts';
import { reportFailure } from './on-failure.ts';
import { isTimeout, mayRetry, pause, pauseBefore, RETRIES } from './retry.ts';
import { recordServerDate } from './server-clock.ts';
import { shownAddress } from './shown-address.ts';
import { beginSlowRead } from './slow-reads.ts';
import { toFailure } from './to-failure.ts';
import { renewToken } from './wrong-token.ts';

type InputOf<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : never;

/** The response of the operation as validated by its contract. Streams cannot be called. */
type AnswerOf<O extends Operation> = O['response'] extends z.ZodMiniType
  ? z.output<O['response']>
  : O['response'] extends null
    ? undefined
    : never;

/** Responses kept for conditional requests (RFC 9110, 13.1.2). The browser keeps none, because they are `no-store`. */
export interface KnownAnswers {
  get: (address: string) => { etag: string; value: unknown } | undefined;
  set: (address: string, etag: string, value: unknown) => void;
}

interface Mode {
  signal?: AbortSignal | undefined;
  /** Kind of a background call; undefined for a foreground call. */
  background?: Background | undefined;
  /** Its failures are only logged to the console (S40). */
  logged?: boolean;
  /** A status that means success for the caller and is not reported as a failure. */
  expects?: number;
  /**
   * `false`: a write refused without a session or proof fails instead of waiting for it. For calls about the session
   * itself.
   */
  held?: boolean;
  /** Receives the number of upstream rows left out of a list because they had no id. */
  onSkipped?: (rows: number) => void;
  /** Responses to confirm by their ETag instead of reading them again. */
  known?: KnownAnswers;
  /** Identifies a repeatable write, so that it is done once: the same in each try. */
  idempotencyKey?: string;
}

type Parts<O extends Operation> = (O['params'] extends null ? { params?: never } : { params: InputOf<O['params']> }) &
  (O['query'] extends null ? { query?: never } : { query?: InputOf<O['query']> }) &
  (O['body'] extends null ? { body?: never } : { body: InputOf<O['body']> }) &
  (O extends { upload: readonly string[] } ? { upload: Upload } : { upload?: never });

/** A file that is sent unchanged. */
interface Upload {
  content: Blob;
  mediaType: string;
}

type CallOptions<O extends Operation> = Parts<O> & Mode;

type CallArguments<O extends Operation> =
  Partial<CallOptions<O>> extends CallOptions<O> ? [options?: CallOptions<O>] : [options: CallOptions<O>];

interface Request extends Mode {
  operation: Operation;
  url: string;
  query: object | undefined;
  body: unknown;
  upload?: Upload | undefined;
}

/** Timeout of an upload in milliseconds: 5 MB at 50 KB a second takes 100 s. */
const UPLOAD_TIMEOUT_MS = 180_000;

/** Marks calls that must not keep a session alive. */
const BACKGROUND_HEADER = 'X-Despacho-Background';

/** Repeated from the dispatch contracts, which the login page does not download. */
const KEY_HEADER = 'Idempotency-Key';

const NOT_MODIFIED = 304;

/** Whether an early read was refused: it began before the session was known. */
const isRefused = (error: unknown): boolean => isAxiosError(error) && [401, 403].includes(error.response?.status ?? 0);

async function send({
  operation,
  url,
  query,
  body,
  upload,
  signal,
  background,
  idempotencyKey,
  onSkipped,
  known,
}: Request): Promise<unknown> {
  const { method, response } = operation;
  const address = http.getUri({ url, params: query });
  const before = known?.get(address);
  const request = () =>
    timedRequest({
      url,
      method,
      params: query,
      ...(body !== undefined && { data: body }),
      ...(upload && { data: upload.content, timeout: UPLOAD_TIMEOUT_MS }),
      ...(signal && { signal }),
      // The browser follows redirects, so 304 is the only status above 299 here.
      validateStatus: (status) => status < 400,
      headers: {
        ...(before && { 'If-None-Match': before.etag }),
        ...(upload && { 'Content-Type': upload.mediaType }),
        ...(background !== undefined && background !== 'touch' && { [BACKGROUND_HEADER]: '1' }),
        ...(idempotencyKey !== undefined && { [KEY_HEADER]: idempotencyKey }),
      },
    });
  if (isUnsafe(method)) dropEarlyReads();
  const early = before ? undefined : takeEarlyRead(address);
  const sent = early
    ? early.catch((error: unknown) => {
        if (isRefused(error)) return request();
        throw error;
      })
    : request();
  const { answer, sentAt, receivedAt } = await sent.catch((error: unknown) => {
    signal?.throwIfAborted();
    throw toFailure(shownAddress(url, query), error);
  });
  signal?.throwIfAborted();
  recordServerDate(answer.headers['date'], sentAt, receivedAt);
  if (response === null || 'stream' in response) return undefined;
  const isKnown = before && answer.status === NOT_MODIFIED;
  const checked = isKnown ? { success: true as const, data: before.value } : response.safeParse(answer.data);
  if (checked.success) {
    onSkipped?.(Number(answer.headers[SKIPPED_ROWS_HEADER.toLowerCase()] ?? 0));
    const etag: unknown = answer.headers['etag'];
    // A 304 may state a later version of the same response.
    if (typeof etag === 'string' && etag !== before?.etag) known?.set(address, etag, checked.data);
    return checked.data;
  }
  const { status, statusText } = answer;
  throw new HttpFailure({ url: shownAddress(url, query), reason: 'broken', status, statusText, cause: checked.error });
}

async function sendWithRetries(request: Request): Promise<unknown> {
  const { method } = request.operation;
  let endSlow: (() => void) | undefined;
  try {
    for (let repeat = 1; ; repeat += 1) {
      try {
        return await send(request);
      } catch (error) {
        if (repeat > RETRIES || !(error instanceof HttpFailure) || !mayRetry(method, error)) throw error;
        // A person has waited for the whole timeout, so the page shows it now and not after the last retry.
        if (request.background === undefined && isTimeout(error)) endSlow ??= beginSlowRead();
        await pause(pauseBefore(repeat), request.signal);
      }
    }
  } finally {
    endSlow?.();
  }
}

/** A write refused for its token was not carried out, so repeating it once with a fresh token is safe. */
async function sendWithFreshToken(request: Request): Promise<unknown> {
  try {
    return await sendWithRetries(request);
  } catch (error) {
    const wrongToken = error instanceof HttpFailure && error.kind === 'wrong-csrf-token';
    if (!wrongToken || !isUnsafe(request.operation.method) || !(await renewToken())) throw error;
    return sendWithRetries(request);
  }
}

/** Whether the call was refused for a missing session or proof before it reached a service, and may wait for it. */
const mayBeHeld = ({ operation, background, held = true }: Request, error: unknown): error is HttpFailure =>
  held &&
  background === undefined &&
  isUnsafe(operation.method) &&
  error instanceof HttpFailure &&
  wasNotForwarded(error);

/** A write refused without a session or proof waits until its user has signed in or proved it, and is sent once more. */
async function sendHeld(request: Request, report: (failure: HttpFailure) => void): Promise<unknown> {
  const done = request.background === undefined ? beginActivity() : undefined;
  try {
    return await sendWithFreshToken(request);
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    report(error);
    done?.();
    if (!mayBeHeld(request, error) || !(await waitForSamePerson(error, request.signal))) throw error;
  } finally {
    done?.();
  }
  return sendHeld({ ...request, held: false }, report);
}

/**
 * Calls one operation of the contract.
 * @param operation imported from its subject, so that a page downloads only the contracts it uses.
 * @returns the response, validated against the contract.
 * @throws HttpFailure after the last retry; the signal's reason when aborted.
 */
export async function call<O extends Operation>(operation: O, ...[options]: CallArguments<O>): Promise<AnswerOf<O>> {
  const { params, query, body, ...mode }: Partial<Request> & { params?: unknown } = options ?? {};
  const { background, logged = false, expects } = mode;
  const url = addressOf(pathOf<string>(operation, params ?? {}));
  const report = (failure: HttpFailure): void => {
    if (failure.status !== expects) reportFailure({ failure, operation, background, logged });
  };
  return (await sendHeld({ ...mode, operation, url, query, body }, report)) as AnswerOf<O>;
}
