import { type Credentials, PROBLEM_MEDIA_TYPE, PROBLEMS, problemType, type Problem } from '@despacho/contracts';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { ClientGone, Failure, type HostFault } from '#problems/failure.ts';
import { eventOfProblem } from '#security-events/event-of-problem.ts';
import { type Services } from '#services.ts';
import { clientAddress } from '#session/client-address.ts';
import { isSignedIn } from '#session/record.ts';

function send(req: Request, res: Response, { kind, details }: Failure): void {
  const { status, title } = PROBLEMS[kind];
  const { detail, changed, errors, moreErrors, retryAfterSeconds, forwarded, allow } = details;
  const body: Problem = {
    type: problemType(kind),
    title,
    status,
    requestId: req.requestId,
    ...(detail !== undefined && { detail }),
    ...(changed && { changed }),
    ...(errors && { errors }),
    ...(moreErrors !== undefined && { moreErrors }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(forwarded && { forwarded }),
  };
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds));
  if (allow) res.setHeader('Allow', allow.join(', '));
  res.setHeader('Cache-Control', 'no-store');
  res.status(status).type(PROBLEM_MEDIA_TYPE).send(JSON.stringify(body));
}

/** Set only once the chain has run that far. */
type MaybeMatched = Partial<Pick<Request, 'matched' | 'session' | 'checked'>>;

/** Operations that prove who somebody is with a name and a password. */
const SIGN_INS: readonly string[] = ['session.login', 'passwords.first'];

/** @returns the account whose password was tried: that of the session, or the one typed in an accepted form. */
function attemptOf({ matched, session, checked }: MaybeMatched) {
  if (matched?.id === 'passwords.change') {
    const live = session?.live;
    const person = live && isSignedIn(live) ? live.record.person : undefined;
    return person && { sucursal: person.officeId, username: person.username };
  }
  if (!matched || !SIGN_INS.includes(matched.id)) return undefined;
  const { sucursal, username } = (checked?.body ?? {}) as Partial<Credentials>;
  return sucursal === undefined || username === undefined ? undefined : { sucursal, username };
}

/** Logs one line per failure: a security event, a refusal, or an internal fault. */
function logFailure(
  { log, security }: Pick<Services, 'log' | 'security'>,
  req: Request,
  failure: Failure,
  error: unknown,
): void {
  const { matched, session } = req as MaybeMatched;
  const { kind, details } = failure;
  const fields = {
    requestId: req.requestId,
    operation: matched?.id ?? 'none',
    kind,
    note: details.note,
    ...security.whoIn(session?.live ?? session?.linked),
  };
  const event = details.event ?? eventOfProblem(kind);
  if (event) {
    security.log(event, { ...fields, ip: clientAddress(req), ...details.log }, details.attempt ?? attemptOf(req));
    return;
  }
  const fault = PROBLEMS[kind].status >= 500;
  const line = { event: fault ? 'failed' : 'refused', ...fields, ...(failure !== error && { err: error }) };
  log[fault ? 'error' : 'warn'](line, kind);
}

/** For the operator. */
const HOST_FAULTS: Readonly<Record<HostFault, string>> = {
  'sign-in-address':
    'The host has nothing at {BASE_URL}/auth, so every sign-in looks like a wrong password: check BASE_URL',
  'identity-provider':
    'A company’s identity provider does not answer correctly, so its people cannot sign in with it; `sign-in break-glass` lets one person sign in with the password',
};

/** The only place that turns a failure into a response, and that logs it. */
export function problems(services: Pick<Services, 'log' | 'security' | 'metrics'>): ErrorRequestHandler {
  const { log, metrics } = services;
  return (error: unknown, req, res, _next) => {
    if (error instanceof ClientGone) {
      log.debug({ event: 'client.gone', requestId: req.requestId });
      res.destroy();
      return;
    }
    const failure = error instanceof Failure ? error : new Failure('internal');
    metrics.problem(failure.kind);
    const { fault } = failure.details;
    if (fault) {
      metrics.hostFault(fault);
      log.error({ event: 'host.fault', requestId: req.requestId, fault }, HOST_FAULTS[fault]);
    }
    logFailure(services, req, failure, error);
    if (res.headersSent) res.destroy();
    else send(req, res, failure);
  };
}

/** Refuses requests that no handler has answered. */
export const notFound: RequestHandler = () => {
  throw new Failure('not-found', { note: 'no such page' });
};
