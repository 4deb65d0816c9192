import { type Credentials, type SessionView } from '@despacho/contracts';
import { type OperationId } from '@despacho/contracts/operations';
import { PASSWORD_CALLS, passwordOutcome } from '@despacho/contracts/password-calls';
import { clientAddress } from '#session/client-address.ts';
import { issueCsrfToken } from '#session/csrf.ts';
import { setSessionCookie } from '#session/session-cookie.ts';
import { ClientGone, Failure } from '#problems/failure.ts';
import { seenFrom } from '#session/seen-from.ts';
import { untilAnswerTime } from '#throttle/answer-time.ts';
import { type Identity } from '#session/identity.ts';
import { type Answer, type Call } from '../policy.ts';
import { askAboutPassword, type PasswordNeeds } from '../proxy/password-calls.ts';
import { refusedPassword } from './refused-password.ts';
import { sessionView } from './session-view.ts';

type Needs = 'wait' | 'now' | 'logins' | 'identity' | 'sessions' | 'security' | 'config';

/** A call that proves who somebody is and starts a session. */
type SignInCall = Pick<Call<OperationId, Needs>, 'req' | 'res' | 'services'>;

/** Every refused login looks the same, and is answered at a time that does not reveal the host's. */
async function refuseInTime(error: Failure, arrivedAt: number, { req, services }: SignInCall) {
  const { signal } = req.deadline;
  await services.wait(untilAnswerTime(services.now() - arrivedAt), signal);
  // The request's own limit is a fixed time as well, so it may cut the wait short.
  return signal.reason instanceof ClientGone ? signal.reason : error;
}

/**
 * Counts an attempt of the account and the address, and has the host prove it.
 * @param prove calls the host.
 */
async function counted(credentials: Credentials, call: SignInCall, prove: () => Promise<Identity>) {
  const { req, services } = call;
  const arrivedAt = services.now();
  const { signal } = req.deadline;
  const attempt = await services.logins.begin(credentials, clientAddress(req));
  const askedAt = services.now();
  try {
    const identity = await prove();
    await attempt.succeeded(identity.person.username);
    return { ...identity, account: attempt.account };
  } catch (error) {
    if (error instanceof Failure && error.kind === 'wrong-credentials') {
      // Without the typed name: people sometimes type their password there.
      const log = { account: attempt.account };
      const refusal = new Failure('wrong-credentials', { ...error.details, log });
      throw await refuseInTime(refusal, arrivedAt, call);
    }
    // A client that disconnected may have been guessing, and so may one that sent so slowly that the request's limit
    // was reached just after the host was called; an outage is not a failed login, and neither is a temporary password
    // or a refused new one.
    const hostHadTime = services.now() - askedAt >= services.config.UPSTREAM_TIMEOUT_MS / 2;
    if (!(error instanceof ClientGone) && (hostHadTime || !signal.aborted))
      await attempt.takeBack().catch(() => undefined);
    throw error;
  }
}

/** Starts the session of a proved person. @returns the part of it that the browser may receive. */
async function startSession(
  { person, secrets, account }: Identity & { account: string },
  { req, res, services: { sessions, security, config } }: SignInCall,
): Promise<SessionView> {
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

/**
 * Signs in: the only place with the legacy host's query-string call, and its token stays here. A temporary password gives
 * no session: the page continues with `firstLogin`.
 */
export async function login(call: Call<'session.login', Needs>): Promise<Answer<'session.login'>> {
  const { req, body, services } = call;
  const proved = await counted(body, call, () => services.identity.signIn(body, req.deadline.signal, req.requestId));
  return startSession(proved, call);
}

/** Changes a temporary password, and signs in with the new one. Counts as a login like any other. */
export async function firstLogin(
  call: Call<'passwords.first', Needs | PasswordNeeds>,
): Promise<Answer<'passwords.first'>> {
  const { req, services } = call;
  const { newPassword, ...given } = call.body;
  const { sucursal, username, password: current } = given;
  const proved = await counted(given, call, async () => {
    const change = { sucursal, username, current, password: newPassword, temporary: true, keep: null };
    const done = await askAboutPassword(call, PASSWORD_CALLS.change, change, passwordOutcome);
    if (done.outcome === 'refused') throw refusedPassword(done.message, 'newPassword');
    if (done.outcome !== 'changed')
      throw new Failure('wrong-credentials', { note: 'not a temporary password of this account' });
    return services.identity.signIn({ sucursal, username, password: newPassword }, req.deadline.signal, req.requestId);
  });
  services.security.log('password.changed', {
    requestId: req.requestId,
    ip: clientAddress(req),
    account: proved.account,
  });
  return startSession(proved, call);
}
