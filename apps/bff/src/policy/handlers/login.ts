import { type Credentials, FACTOR_STEP, type SessionView } from '@despacho/contracts';
import { FACTOR_CALLS, factorOutcome } from '@despacho/contracts/factor-calls';
import { type OperationId } from '@despacho/contracts/operations';
import { PASSWORD_CALLS, passwordOutcome } from '@despacho/contracts/password-calls';
import { clientAddress } from '#session/client-address.ts';
import { issueCsrfToken } from '#session/csrf.ts';
import { setSessionCookie } from '#session/session-cookie.ts';
import { ClientGone, FactorDue, Failure } from '#problems/failure.ts';
import { endSessions } from '#session/own-sessions.ts';
import { isSignedIn, type LiveSession, type Proof, type ProviderSession, type WaitingSignIn } from '#session/record.ts';
import { seenFrom } from '#session/seen-from.ts';
import { untilAnswerTime } from '#throttle/answer-time.ts';
import { type Identity } from '#session/identity.ts';
import { type Answer, type Call } from '../policy.ts';
import { askAboutPassword, type PasswordNeeds } from '../proxy/password-calls.ts';
import { keyMissing, refusedCode } from './refused-code.ts';
import { refusedPassword } from './refused-password.ts';
import { sessionView } from './session-view.ts';

export type SignInNeeds = 'wait' | 'now' | 'logins' | 'identity' | 'sessions' | 'security' | 'config';

/** A call that proves who somebody is and starts a session. */
export type SignInCall = Pick<Call<OperationId, SignInNeeds>, 'req' | 'res' | 'services'>;

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
    // Stays counted until the code was typed: who knows the password must not get attempts back without it.
    if (error instanceof FactorDue) throw error;
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
export async function startSession(
  {
    person,
    secrets,
    account,
    by,
    provider,
  }: Identity & { account: string; by: Proof['by']; provider?: ProviderSession | undefined },
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
    by,
    ...(provider && { provider }),
  });
  req.session = { csrfSecret, live: session };
  setSessionCookie(res, config, id);
  security.log('login.ok', {
    requestId: req.requestId,
    ip: clientAddress(req),
    ...security.whoIn(session),
    account,
    by,
  });
  return sessionView(session, sessions);
}

export type StepCall = SignInCall & { services: Pick<Call<OperationId, PasswordNeeds>['services'], PasswordNeeds> };

/** Ends a waiting sign-in at the dispatch service, which forgets it after minutes in any case. */
const cancelStep = (call: StepCall, { step }: WaitingSignIn): Promise<unknown> =>
  askAboutPassword(call, FACTOR_CALLS.cancel, { step }, factorOutcome).catch(() => undefined);

/** Replaces the anonymous session, under a new id. It lasts as long as a code or a visit to a provider may take. */
export async function renewAnonymous({ req, res, services }: SignInCall): Promise<LiveSession> {
  const { sessions, config } = services;
  if (req.session.live) await sessions.destroy(req.session.live, 'replaced');
  req.session = { csrfSecret: undefined, live: undefined };
  const csrfSecret = issueCsrfToken(req, res, config);
  const { id, session } = await sessions.createAnonymous(csrfSecret, clientAddress(req));
  req.session = { csrfSecret, live: session };
  setSessionCookie(res, config, id);
  return session;
}

/**
 * Remembers in the session that the password was proved, or a provider's account. An anonymous session is replaced: the id from before proves
 * nothing, and the new one lasts as long as the code may take.
 */
export async function waitForCode(
  call: StepCall,
  { sucursal, username, provider }: Pick<WaitingSignIn, 'sucursal' | 'username' | 'provider'>,
  step: string,
): Promise<void> {
  const { req, services } = call;
  const { sessions, security, logins } = services;
  const earlier = sessions.waitingIn(req.session.live);
  if (earlier) await cancelStep(call, earlier);
  const { live: before } = req.session;
  const live = isSignedIn(before) ? before : await renewAnonymous(call);
  const until = services.now() + FACTOR_STEP.minutes * 60_000;
  await sessions.wait(live, { step, sucursal, username, until, ...(provider && { provider }) });
  const account = logins.accountOf(sucursal, username);
  security.log('login.pending', { requestId: req.requestId, ip: clientAddress(req), account });
}

/** Proves a password and starts the session, or waits for the code of a second factor. */
async function signInWith(
  credentials: Credentials,
  call: StepCall,
  prove: () => Promise<Identity>,
): Promise<SessionView> {
  try {
    return await startSession({ ...(await counted(credentials, call, prove)), by: 'password' }, call);
  } catch (error) {
    if (error instanceof FactorDue) await waitForCode(call, credentials, error.step);
    throw error;
  }
}

/**
 * Signs in: the only place with the legacy host's query-string call, and its token stays here. A temporary password gives
 * no session: the page continues with `firstLogin`; and so does an account with a second factor, with `finishLogin`.
 */
export function login(call: Call<'session.login', SignInNeeds | PasswordNeeds>): Promise<Answer<'session.login'>> {
  const { req, body, services } = call;
  return signInWith(body, call, () => services.identity.signIn(body, req.deadline.signal, req.requestId));
}

/** Changes a temporary password, and signs in with the new one. Counts as a login like any other. */
export function firstLogin(
  call: Call<'passwords.first', SignInNeeds | PasswordNeeds>,
): Promise<Answer<'passwords.first'>> {
  const { req, services } = call;
  const { newPassword, ...given } = call.body;
  const { sucursal, username, password: current } = given;
  return signInWith(given, call, async () => {
    const change = { sucursal, username, current, password: newPassword, temporary: true, keep: null };
    const done = await askAboutPassword(call, PASSWORD_CALLS.change, change, passwordOutcome);
    if (done.outcome === 'refused') throw refusedPassword(done.message, 'newPassword');
    if (done.outcome !== 'changed')
      throw new Failure('wrong-credentials', { note: 'not a temporary password of this account' });
    services.security.log('password.changed', {
      requestId: req.requestId,
      ip: clientAddress(req),
      account: services.logins.accountOf(sucursal, username),
    });
    return services.identity.signIn({ sucursal, username, password: newPassword }, req.deadline.signal, req.requestId);
  });
}

/**
 * Finishes a sign-in with the code of the second factor, under a new id. Every refusal looks the same, also without a
 * waiting sign-in, and is answered at the time of a refused password. Only now the attempt is no longer counted.
 */
export async function finishLogin(
  call: Call<'session.factor', SignInNeeds | PasswordNeeds>,
): Promise<Answer<'session.factor'>> {
  const { req, body, services } = call;
  const { sessions, identity, logins } = services;
  const arrivedAt = services.now();
  const waiting = sessions.waitingIn(req.session.live);
  if (!waiting) throw await refuseInTime(refusedCode('code'), arrivedAt, call);
  const { step, sucursal, username, provider } = waiting;
  const account = { sucursal, username };
  const done = await askAboutPassword(call, FACTOR_CALLS.finish, { ...account, step, code: body.code }, factorOutcome);
  if (done.outcome === 'key') throw keyMissing();
  if (done.outcome !== 'signed-in') {
    const why = done.outcome === 'blocked' ? 'blocked' : 'code';
    const digest = logins.accountOf(sucursal, username);
    throw await refuseInTime(refusedCode(why, { attempt: account, log: { account: digest } }), arrivedAt, call);
  }
  const proved = await identity.finish(account, done.login, req.deadline.signal, req.requestId);
  // A provider's sign-in was not counted as an attempt.
  if (!provider) await (await logins.resume(account, clientAddress(req))).succeeded(proved.person.username);
  if (done.recovery) await endSessions(sessions, sessions.owners.of(proved.person), 'owner');
  const by = done.recovery ? 'recovery' : 'factor';
  return startSession({ ...proved, account: logins.accountOf(sucursal, username), by, provider }, call);
}

/** Leaves a sign-in that waits for a code. May be repeated. */
export async function cancelLogin(call: Call<'session.factorCancel', SignInNeeds | PasswordNeeds>): Promise<null> {
  const { live } = call.req.session;
  const waiting = call.services.sessions.waitingIn(live);
  if (live && waiting) {
    await cancelStep(call, waiting);
    await call.services.sessions.wait(live, undefined);
  }
  return null;
}
