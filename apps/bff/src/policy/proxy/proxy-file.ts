import { type Response } from 'express';
import { once } from 'node:events';
import { type IncomingMessage } from 'node:http';
import { Failure } from '#problems/failure.ts';
import { type Call } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';
import { failureOf } from '#upstream/failure-of.ts';
import { checkedAnswer } from './checked-answer.ts';
import { authorization, type Destination, forwardTo, upstreamPath } from './proxy-call.ts';
import { upstreamHeaders } from './request-headers.ts';
import { keepRechecking } from './stream-recheck.ts';

/** A refusal contains only a message. */
const MAX_REFUSAL = 64 * 1024;

/** A name that needs no quoting, contains no folder and shows its extension. */
const DISPOSITION = /^(attachment|inline); filename="([A-Za-z0-9][\w-]{0,99}\.[a-z]{2,5})"$/;

/** The version of a file that never changes. */
const ETAG = /^"[\w-]{1,80}"$/;

const CACHE = 'private, no-cache';

const CHARSET = /^\s*charset="?utf-8"?\s*$/i;

const broken = (note: string): Failure => new Failure('upstream-broken', { note });

/** The limits of a row's file. */
interface Allowed {
  types: readonly string[];
  /** Whether it may be shown in a page, and cached by its ETag. */
  inline: boolean;
}

/** @returns headers with which the browser may keep a file, if the service states its version. */
function cachingOf({ headers }: IncomingMessage, { inline }: Allowed): Record<string, string> {
  const { etag } = headers;
  return inline && etag !== undefined && ETAG.test(etag) ? { ETag: etag, 'Cache-Control': CACHE } : {};
}

/**
 * @returns type and name of a file, rebuilt from known values. @throws Failure upstream-broken if it is not a valid
 * download.
 */
function fileOf(
  { headers }: IncomingMessage,
  { types, inline }: Allowed,
): Record<'Content-Type' | 'Content-Disposition', string> {
  const [type = '', ...rest] = (headers['content-type'] ?? '').split(';');
  const known = types.includes(type) && rest.every((each) => CHARSET.test(each));
  if (!known || headers['content-encoding'] !== undefined) throw broken('not a file of its kind');
  const [, kind, name] = DISPOSITION.exec(headers['content-disposition'] ?? '') ?? [];
  if (kind === undefined || name === undefined) throw broken('a file without a name');
  // Only an image may be shown: another type could run in the page's origin.
  if (kind === 'inline' && !(inline && type.startsWith('image/'))) throw broken('a file to be shown');
  return {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Content-Disposition': `${kind}; filename="${name}"`,
  };
}

/** The row's limit covers the whole file; its first byte must arrive within the usual limit. */
async function soon<T>(milliseconds: number, signal: AbortSignal, work: (head: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Failure('upstream-timeout', { note: `no file within ${milliseconds} ms` })),
    milliseconds,
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Copies a file as fast as the browser reads. @throws Failure upstream-broken if it is truncated or larger than
 * allowed.
 */
async function copy(answer: IncomingMessage, res: Response, maxBytes: number, signal: AbortSignal): Promise<void> {
  const giveUp = () => {
    answer.destroy();
  };
  signal.addEventListener('abort', giveUp, { once: true });
  let size = 0;
  // Not a pipeline, which would close the browser's connection itself, as if the browser had disconnected.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw broken(`file larger than ${maxBytes} bytes`);
    if (!res.write(chunk)) await once(res, 'drain', { signal });
  }
  signal.throwIfAborted();
  if (!answer.complete) throw broken('file cut');
  res.end();
}

/**
 * Calls `end` when the user's session ends or their permissions change. Not for guests: a photo is small, and their
 * session was checked when it was requested.
 * @returns a function that stops it.
 */
function followSession(
  { req, services }: Pick<Call, 'req' | 'services'>,
  cookie: unknown,
  end: () => void,
): () => void {
  if (req.session.linked) return () => undefined;
  const session = signedIn(req);
  const remove = services.downloads.add(session.key, end);
  const stop = keepRechecking(session, cookie, services, end);
  return () => {
    stop();
    remove();
  };
}

/**
 * Streams a file as an attachment, or an image to be shown. If it breaks off, its session ends, or the user's
 * permissions change, the connection is closed and a line is logged, because the start has already been sent.
 */
export async function proxyFile(
  call: Call,
  to: Destination,
  allowed: Allowed & { maxBytes: number; cookie: unknown },
): Promise<void> {
  const { req, res, services } = call;
  const { types, inline, maxBytes, cookie } = allowed;
  const version = req.get('if-none-match');
  const ended = new AbortController();
  const end = () => ended.abort(new Failure('session-ended', { note: 'session or rights ended during a download' }));
  const signal = AbortSignal.any([req.deadline.signal, ended.signal]);
  // On separate connections: a file may take as long as its reader.
  const forward = forwardTo(to, services, 'stream');
  const headers = upstreamHeaders(req, {
    accept: types.join(', '),
    authorization: await authorization(call, to),
    hasBody: false,
    ...(inline && version !== undefined && ETAG.test(version) && { ifNoneMatch: version }),
    publicProtocol: services.config.secure ? 'https' : 'http',
  });
  const asked = { path: upstreamPath(call, to), headers, body: undefined };
  const answer = await soon(services.config.UPSTREAM_TIMEOUT_MS, signal, (head) => forward(req, asked, head));
  const stop = followSession(call, cookie, end);
  try {
    // After registering for the session's end: it may have ended while the service prepared the file.
    if (!req.session.linked && !(await services.sessions.open(cookie))) end();
    signal.throwIfAborted();
    if (answer.statusCode === 304 && headers['if-none-match'] !== undefined) {
      res.writeHead(304, cachingOf(answer, allowed));
      res.end();
      to.sent?.(call, true);
      return;
    }
    if (answer.statusCode !== 200) {
      await checkedAnswer(req, answer, MAX_REFUSAL, services);
      throw broken(`upstream answered ${answer.statusCode ?? 0} for a file`);
    }
    res.writeHead(200, { ...fileOf(answer, allowed), ...cachingOf(answer, allowed) });
    let whole = false;
    try {
      await copy(answer, res, maxBytes, signal);
      whole = true;
    } finally {
      to.sent?.(call, whole);
    }
  } catch (error) {
    throw failureOf(error, 'read', signal);
  } finally {
    stop();
    answer.destroy();
  }
}
