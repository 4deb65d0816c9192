import { HEARTBEAT_HEADER } from '@despacho/contracts';
import { type OperationId } from '@despacho/contracts/operations';
import { type IncomingMessage } from 'node:http';
import { type Writable } from 'node:stream';
import { Failure } from '#problems/failure.ts';
import { type Call, type UpstreamDestination } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';
import { checkedAnswer } from './checked-answer.ts';
import { createEventGate } from './event-gate.ts';
import { authorization, forwardTo, upstreamPath } from './proxy-call.ts';
import { upstreamHeaders } from './request-headers.ts';
import { encodeStream } from './stream-encoding.ts';
import { endWithin, watchStalling } from '#operations/stream-limits.ts';
import { keepRechecking } from './stream-recheck.ts';

/** @returns the stream's heartbeat interval as a header, if the service announces one. */
function heartbeatOf({ headers }: IncomingMessage): Record<string, string> {
  const seconds = headers[HEARTBEAT_HEADER.toLowerCase()];
  return typeof seconds === 'string' && /^[1-9]\d?$/.test(seconds) ? { [HEARTBEAT_HEADER]: seconds } : {};
}

/**
 * Passes an event stream on, with only the events that the user may receive. The upstream limit covers only the
 * headers. The stream ends with its session, when the user's permissions change (the browser reconnects with the new
 * ones), when either side disconnects, and when the browser stops reading.
 */
export async function proxyStream(call: Call, to: UpstreamDestination<OperationId>, cookie: unknown): Promise<void> {
  const { req, res, services } = call;
  const session = signedIn(req);
  const forward = forwardTo(to, services, 'stream');
  const headers = upstreamHeaders(req, {
    accept: 'text/event-stream',
    authorization: await authorization(call, to),
    hasBody: false,
    publicProtocol: services.config.secure ? 'https' : 'http',
  });
  const { deadline } = req;
  const answer = await forward(req, { path: upstreamPath(call, to), headers, body: undefined }, deadline.signal);
  if (answer.statusCode !== 200) await checkedAnswer(req, answer, 64 * 1024, services);
  if (answer.statusCode !== 200 || !answer.headers['content-type']?.startsWith('text/event-stream')) {
    answer.destroy();
    throw new Failure('upstream-broken', { note: 'not an event stream' });
  }

  let withheld = false;
  const withhold = () => {
    if (!withheld) services.log.error({ event: 'stream.withheld', requestId: req.requestId }, 'not for this person');
    withheld = true;
  };
  const ended = Promise.withResolvers<undefined>();
  let out: Writable = res;
  const end = () => {
    answer.destroy();
    if (res.headersSent && !out.writableEnded && !res.destroyed) endWithin(req, res, out, services.streamLimits);
    ended.resolve(undefined);
  };
  answer.on('error', end);
  answer.on('close', end);
  res.on('close', end);
  const endedHere = new AbortController();
  endedHere.signal.addEventListener('abort', end);
  const remove = services.streams.add(session.key, () => endedHere.abort());
  try {
    // After registering for the session's end: it may have ended during the upstream call.
    const alive = await services.sessions.open(cookie);
    deadline.signal.throwIfAborted();
    if (!alive) throw new Failure('session-ended', { note: 'session ended while a stream was opened' });
    if (endedHere.signal.aborted)
      throw new Failure('unavailable', { note: 'stream ended here before it began', retryAfterSeconds: 1 });
    if (answer.destroyed) throw new Failure('upstream-broken', { note: 'stream ended before it began' });
    deadline.clear();
    // A stream may be silent for as long as nothing happens.
    req.socket.setTimeout(0);
    const gzip = encodeStream(req, res);
    out = gzip ?? res;
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no',
      ...heartbeatOf(answer),
    });
    res.flushHeaders();
    // `end` closes the stream, and limits how long that may take.
    const gate = createEventGate(session.record.person, withhold);
    // Registered before other listeners, and paused to the browser's speed.
    answer.on('data', (chunk: Buffer) => {
      const text = gate(chunk);
      if (text === undefined) end();
      else if (text !== '' && !res.destroyed && !out.writableEnded && !out.write(text)) answer.pause();
    });
    out.on('drain', () => answer.resume());
    watchStalling(gzip ?? answer, res, services.streamLimits, end);
    const stop = keepRechecking(session, cookie, services, end);
    await ended.promise;
    stop();
  } finally {
    remove();
    answer.destroy();
  }
}
