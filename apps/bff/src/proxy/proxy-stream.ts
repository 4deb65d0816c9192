import { type OperationId } from '@despacho/contracts';
import { Failure } from '../problems/failure.ts';
import { type Call, type UpstreamDestination } from '../routes/policy.ts';
import { signedIn } from '../routes/signed-in.ts';
import { STALE_AFTER_MS } from '../session/freshness.ts';
import { type SignedInSession } from '../session/record.ts';
import { type Services } from '../services.ts';
import { checkedAnswer } from './checked-answer.ts';
import { authorization, forwardTo, upstreamPath } from './proxy-call.ts';
import { upstreamHeaders } from './request-headers.ts';

/** Often enough that, together with the age of what is known, a change reaches a stream within a minute. */
const RECHECK_MS = 15_000;
const RECHECK_AGE_MS = STALE_AFTER_MS - RECHECK_MS;

const rights = ({ record: { person } }: SignedInSession): string =>
  JSON.stringify([person.charge, person.officeId, [...person.modules].sort()]);

/** Whether the session a stream was opened with still exists and allows the same. An outage is no reason to end it. */
async function stillAllowed(session: SignedInSession, cookie: unknown, services: Services): Promise<boolean> {
  const before = rights(session);
  try {
    const current = await services.sessions.open(cookie);
    if (!current) return false;
    await services.freshness.ensure(session, RECHECK_AGE_MS, new AbortController().signal);
    return rights(session) === before;
  } catch (error) {
    return !(error instanceof Failure && error.kind === 'session-ended');
  }
}

/**
 * Passes an event stream on. The upstream limit covers the headers only. The stream ends with its session, when the
 * person's rights change (the browser reconnects with the new ones), and when either side hangs up.
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
  const answer = await forward(req, { path: upstreamPath(call, to.path), headers, body: undefined }, deadline.signal);
  if (answer.statusCode !== 200) await checkedAnswer(req, answer, 64 * 1024, services);
  if (answer.statusCode !== 200 || !answer.headers['content-type']?.startsWith('text/event-stream')) {
    answer.destroy();
    throw new Failure('upstream-broken', { note: 'not an event stream' });
  }

  const ended = Promise.withResolvers<undefined>();
  const end = () => {
    answer.destroy();
    if (res.headersSent) res.end();
    ended.resolve(undefined);
  };
  answer.on('error', end);
  answer.on('close', end);
  res.on('close', end);
  const endedHere = new AbortController();
  endedHere.signal.addEventListener('abort', end);
  const remove = services.streams.add(session.key, () => {
    endedHere.abort();
  });
  try {
    // Now that its end would be noticed: it may have come while the upstream was asked.
    const alive = await services.sessions.open(cookie);
    deadline.signal.throwIfAborted();
    if (!alive) throw new Failure('session-ended', { note: 'session ended while a stream was opened' });
    if (endedHere.signal.aborted)
      throw new Failure('unavailable', { note: 'stream ended here before it began', retryAfterSeconds: 1 });
    if (answer.destroyed) throw new Failure('upstream-broken', { note: 'stream ended before it began' });
    deadline.clear();
    // A stream may be silent for as long as nothing happens.
    req.socket.setTimeout(0);
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    res.flushHeaders();
    answer.pipe(res);
    const recheck = setInterval(() => {
      void stillAllowed(session, cookie, services).then((allowed) => {
        if (!allowed) end();
      });
    }, RECHECK_MS).unref();
    await ended.promise;
    clearInterval(recheck);
  } finally {
    remove();
    answer.destroy();
  }
}
