import { type Credentials } from '@despacho/contracts';
import { clientAddress } from '#session/client-address.ts';
import { issueCsrfToken } from '#session/csrf.ts';
import { setSessionCookie } from '#session/session-cookie.ts';
import { ClientGone, Failure } from '#problems/failure.ts';
import { seenFrom } from '#session/seen-from.ts';
import { untilAnswerTime } from '#throttle/answer-time.ts';
import { type Answer, type Call } from '../policy.ts';
import { sessionView } from './session-view.ts';

type LoginCall = Call<'session.login', 'wait' | 'now' | 'logins' | 'identity' | 'sessions' | 'security' | 'config'>;

/** Every refused login looks the same, and is answered at a time that does not reveal the host's. */
async function refuseInTime(error: Failure, arrivedAt: number, { req, services }: LoginCall) {
  const { signal } = req.deadline;
  await services.wait(untilAnswerTime(services.now() - arrivedAt), signal);
  // The request's own limit is a fixed time as well, so it may cut the wait short.
  return signal.reason instanceof ClientGone ? signal.reason : error;
}

/** Signs in at the legacy host, which counts as an attempt of the account and the address. */
async function signIn(credentials: Credentials, call: LoginCall) {
  const { req, services } = call;
  const arrivedAt = services.now();
  const { signal } = req.deadline;
  const attempt = await services.logins.begin(credentials, clientAddress(req));
  const askedAt = services.now();
  try {
    const identity = await services.identity.signIn(credentials, signal, req.requestId);
    await attempt.succeeded();
    return { ...identity, account: attempt.account };
  } catch (error) {
    if (error instanceof Failure && error.kind === 'wrong-credentials') {
      // Without the typed name: people sometimes type their password there.
      const log = { account: attempt.account };
      const refusal = new Failure('wrong-credentials', { ...error.details, log });
      throw await refuseInTime(refusal, arrivedAt, call);
    }
    // A client that disconnected may have been guessing, and so may one that sent so slowly that the request's limit
    // was reached just after the host was called; an outage is not a failed login.
    const hostHadTime = services.now() - askedAt >= services.config.UPSTREAM_TIMEOUT_MS / 2;
    if (!(error instanceof ClientGone) && (hostHadTime || !signal.aborted))
      await attempt.takeBack().catch(() => undefined);
    throw error;
  }
}

/** Signs in: the only place with the legacy host's query-string call, and its token stays here. */
export async function login(call: LoginCall): Promise<Answer<'session.login'>> {
  const { req, res, body, services } = call;
  const { sessions, security, config } = services;
  const { person, secrets, account } = await signIn(body, call);
  if (req.session.live) await sessions.destroy(req.session.live, 'replaced');
  // An empty bag, so that a new secret is created: a token from before the login must not work after it.
  req.session = { csrfSecret: undefined, live: undefined };
  const csrfSecret = issueCsrfToken(req, res, config);
  const { id, session } = await sessions.createSignedIn({
    person,
    secrets,
    csrfSecret,
    seenFrom: seenFrom(req),
  });
  req.session = { csrfSecret, live: session };
  setSessionCookie(res, config, id);
  security.log('login.ok', {
    requestId: req.requestId,
    ip: clientAddress(req),
    ...security.whoIn(session),
    account,
  });
  return sessionView(session, sessions);
}
