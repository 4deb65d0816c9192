import { PROBLEM_MEDIA_TYPE, PROBLEMS, problemType, type Problem } from '@despacho/contracts';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { ClientGone, Failure } from '../problems/failure.ts';
import { type Services } from '../services.ts';
import { shortKey } from '../session/session-id.ts';
import { type SessionBag } from './request.ts';

/** Problems a security log is read for, under the names it is searched by. */
const EVENTS: Partial<Record<Failure['kind'], string>> = {
  'wrong-csrf-token': 'csrf.refused',
  'wrong-origin': 'origin.refused',
  'no-module': 'access.refused',
  'other-office': 'access.refused',
  'not-on-oneself': 'access.refused',
  'permission-rule': 'access.refused',
  'upstream-broken': 'contract.broken',
};

function send(req: Request, res: Response, { kind, details }: Failure): void {
  const { status, title } = PROBLEMS[kind];
  const { detail, errors, retryAfterSeconds, forwarded, allow } = details;
  const body: Problem = {
    type: problemType(kind),
    title,
    status,
    requestId: req.requestId,
    ...(detail !== undefined && { detail }),
    ...(errors && { errors }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(forwarded && { forwarded }),
  };
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds));
  if (allow) res.setHeader('Allow', allow.join(', '));
  res.setHeader('Cache-Control', 'no-store');
  res.status(status).type(PROBLEM_MEDIA_TYPE).send(JSON.stringify(body));
}

/** The one place that turns a failure into an answer, and the one that logs it. */
export function problems({ log, metrics }: Services): ErrorRequestHandler {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express knows an error handler by its four parameters
  return (error: unknown, req, res, _next) => {
    const { requestId } = req;
    const { session } = req as { session?: SessionBag };
    if (error instanceof ClientGone) {
      log.debug({ event: 'client.gone', requestId });
      res.destroy();
      return;
    }
    const failure = error instanceof Failure ? error : new Failure('internal');
    const { status } = PROBLEMS[failure.kind];
    metrics.problem(failure.kind);
    const event = EVENTS[failure.kind] ?? (status >= 500 ? 'failed' : 'refused');
    const fields = {
      event,
      requestId,
      kind: failure.kind,
      note: failure.details.note,
      ...(session?.live && { session: shortKey(session.live.key) }),
      ...(failure !== error && { err: error }),
    };
    log[status >= 500 ? 'error' : 'warn'](fields, failure.kind);
    if (res.headersSent) res.destroy();
    else send(req, res, failure);
  };
}

/** Whatever nobody answered. */
export const notFound: RequestHandler = () => {
  throw new Failure('not-found', { note: 'no such page' });
};
