import { type Credentials, FACTOR_STEP, SET_UP_MINUTES, type SessionView } from '@despacho/contracts';
import { FACTOR_CALLS, type FactorOutcome, factorOutcome } from '@despacho/contracts/factor-calls';
import { PASSWORD_CALLS, passwordOutcome } from '@despacho/contracts/password-calls';
import { clientAddress } from '#session/client-address.ts';
import { issueCsrfToken } from '#session/csrf.ts';
import { setSessionCookie } from '#session/session-cookie.ts';
import { ClientGone, FactorDue, Failure } from '#problems/failure.ts';
import { endSessions } from '#session/own-sessions.ts';
import { isSignedIn, type LiveSession, type WaitingSignIn } from '#session/record.ts';
import { type NewSession } from '#session/sessions.ts';
import { seenFrom } from '#session/seen-from.ts';
import { untilAnswerTime } from '#throttle/answer-time.ts';
import { type Identity } from '#session/identity.ts';
import { type Answer, type AnyCall, type Call } from '../policy.ts';
import { askAboutAccount, type AccountNeeds } from '../proxy/account-calls.ts';
import { ownLine } from './own-account.ts';
import { providerSessionEnded } from './provider-logout.ts';
import { refusedFactor } from './refused-factor.ts';
import { refusedPassword } from './refused-password.ts';
import { sessionView } from './session-view.ts';

export type SignInNeeds =
  | AccountNeeds
  | 'wait'
  | 'now'
  | 'logins'
  | 'identity'
  | 'sessions'
  | 'security'
  | 'logoutNotes';

/** A call that proves who somebody is and starts a session. */
type SignInCall = AnyCall<SignInNeeds>;

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
    if (error instanceof FactorDue) {
      const { sucursal, username } = credentials;
      await waitForFactor(call, { sucursal, username, shared: attempt.shared }, error);
      throw error;
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

/** `account`: digest for the log. */
type Proved = Omit<NewSession, 'csrfSecret' | 'seenFrom'> & { account: string };

/** Replaces the browser's session with a new one, which has another id and csrf secret. */
async function replaceSession<S extends LiveSession>(
  { req, res, services: { sessions, config } }: SignInCall,
  create: (csrfSecret: string | undefined) => Promise<{ id: string; session: S }>,
): Promise<S> {
  if (req.session.live) await sessions.destroy(req.session.live, 'replaced');
  // An empty bag, so that a new secret is created: a token from before the login must not work after it.
  req.session = { csrfSecret: undefined, live: undefined };
  const csrfSecret = issueCsrfToken(req, res, config);
  const { id, session } = await create(csrfSecret);
  req.session = { csrfSecret, live: session };
  setSessionCookie(res, config, id);
  return session;
}

/** Starts the session of a proved person. @returns the part of it that the browser may receive. */
export async function startSession({ account, ...proved }: Proved, call: SignInCall): Promise<SessionView> {
  const { req, services } = call;
  const { sessions, security } = services;
  const session = await replaceSession(call, (csrfSecret) =>
    sessions.createSignedIn({ ...proved, csrfSecret, seenFrom: seenFrom(req) }),
  );
  security.log('login.ok', { ...ownLine(req, security), account, by: proved.by });
  return sessionView(session, sessions);
}

/** Ends a waiting sign-in at the dispatch service, which forgets it after minutes in any case. */
const cancelStep = (call: SignInCall, { step }: WaitingSignIn): Promise<unknown> =>
  askAboutAccount(call, FACTOR_CALLS.cancel, { step }, factorOutcome).catch(() => undefined);

/** Replaces the anonymous session with a new one, which lasts as long as a code or a provider's pages may take. */
export const renewAnonymous = (call: SignInCall): Promise<LiveSession> =>
  replaceSession(call, (csrfSecret) => call.services.sessions.createAnonymous(csrfSecret, clientAddress(call.req)));

/**
 * Stores in the session that the password or the provider's account was proved. An anonymous session is replaced: the old
 * id must not give access, and the new one lasts as long as the code may take.
 * @param due the failure of the proof, with the step that the service opened.
 */
export async function waitForFactor(
  call: SignInCall,
  proved: Pick<WaitingSignIn, 'sucursal' | 'username' | 'provider' | 'shared'>,
  due: FactorDue,
): Promise<void> {
  const { req, services } = call;
  const { sessions, security, logins } = services;
  const earlier = sessions.unseal(req.session.live, 'waiting');
  if (earlier) await cancelStep(call, earlier);
  const { live: before } = req.session;
  const live = isSignedIn(before) ? before : await renewAnonymous(call);
  const mustSetUp = due.kind === 'factor-missing';
  const until = services.now() + (mustSetUp ? SET_UP_MINUTES : FACTOR_STEP.minutes) * 60_000;
  await sessions.seal(live, 'waiting', { ...proved, ...(mustSetUp && { mustSetUp }), step: due.step, until });
  const account = logins.accountOf(proved.sucursal, proved.username);
  security.log('login.pending', { requestId: req.requestId, ip: clientAddress(req), account });
}

/** Proves a password and starts the session, or waits for the second factor. */
const signInWith = async (
  credentials: Credentials,
  call: SignInCall,
  prove: () => Promise<Identity>,
): Promise<SessionView> => startSession({ ...(await counted(credentials, call, prove)), by: 'password' }, call);

/**
 * Signs in: the only place with the legacy host's query-string call, and its token stays here. A temporary password gives
 * no session: the page continues with `firstLogin`. An account with a second factor continues with `finishLogin`, and one
 * that must set it up with `setUpFactor`.
 */
export function login(call: Call<'session.login', SignInNeeds>): Promise<Answer<'session.login'>> {
  const { req, body, services } = call;
  return signInWith(body, call, () => services.identity.signIn(body, req.deadline.signal, req.requestId));
}

/** Changes a temporary password, and signs in with the new one. Counts as a login like any other. */
export function firstLogin(call: Call<'passwords.first', SignInNeeds>): Promise<Answer<'passwords.first'>> {
  const { req, services } = call;
  const { newPassword, ...given } = call.body;
  const { sucursal, username, password: current } = given;
  return signInWith(given, call, async () => {
    const change = { sucursal, username, current, password: newPassword, temporary: true, keep: null };
    const done = await askAboutAccount(call, PASSWORD_CALLS.change, change, passwordOutcome);
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
 * Calls the dispatch service about the waiting sign-in.
 * @param given what the call needs besides the account and the step.
 * @returns the account, the provider and the wanted outcome.
 * @throws Failure for any other outcome. Refused codes and steps look the same as a missing sign-in, and are answered at
 * the time of a refused password.
 */
async function continueSignIn<Wanted extends FactorOutcome['outcome']>(
  call: SignInCall,
  name: 'finish' | 'setUp' | 'finishSetUp',
  given: object,
  wanted: Wanted,
) {
  const isSetUp = name !== 'finish';
  const { req, services } = call;
  const { sessions, logins } = services;
  const arrivedAt = services.now();
  const waiting = sessions.unseal(req.session.live, 'waiting');
  if (!waiting || (waiting.provider && (await providerSessionEnded(waiting.provider, services))))
    throw await refuseInTime(refusedFactor('code'), arrivedAt, call);
  const { sucursal, username, step, provider, shared } = waiting;
  const names = { sucursal, username };
  const account = logins.accountOf(sucursal, username);
  const done = await askAboutAccount(call, FACTOR_CALLS[name], { ...names, step, ...given }, factorOutcome);
  if (done.outcome === wanted)
    return { names, account, provider, shared, done: done as Extract<FactorOutcome, { outcome: Wanted }> };
  const isNoGuess = done.outcome === 'key' || done.outcome === 'permit';
  if (isNoGuess) throw refusedFactor(done.outcome, {}, isSetUp);
  const why = done.outcome === 'blocked' && !isSetUp ? 'blocked' : 'code';
  throw await refuseInTime(refusedFactor(why, { attempt: names, log: { account } }), arrivedAt, call);
}

/**
 * Finishes a sign-in with a code, and clears its attempt, which was counted until now.
 * @returns the session, new recovery codes, and how many other sessions ended.
 */
async function finish(call: SignInCall, name: 'finish' | 'finishSetUp', code: string) {
  const { req, services } = call;
  const { sessions, identity, logins } = services;
  const { names, account, provider, shared, done } = await continueSignIn(call, name, { code }, 'signed-in');
  const proved = await identity.finish(names, done.login, req.deadline.signal, req.requestId);
  // A sign-in at a provider was not counted as an attempt.
  if (shared) await (await logins.resume(names, clientAddress(req), shared)).succeeded(proved.person.username);
  // In these cases the service revoked the person's other tokens.
  const endsOthers = done.recovery || done.codes !== undefined;
  const ended = endsOthers ? await endSessions(sessions, sessions.owners.of(proved.person), 'owner') : 0;
  const by = done.recovery ? 'recovery' : 'factor';
  return { session: await startSession({ ...proved, account, by, provider }, call), codes: done.codes ?? [], ended };
}

/** Finishes a sign-in with the code of the second factor, under a new id. */
export async function finishLogin(call: Call<'session.factor', SignInNeeds>): Promise<Answer<'session.factor'>> {
  return (await finish(call, 'finish', call.body.code)).session;
}

/** Starts to set up the second factor that a sign-in lacks. May be repeated, with the same key. */
export async function setUpFactor(
  call: Call<'session.setUpFactor', SignInNeeds>,
): Promise<Answer<'session.setUpFactor'>> {
  const { done } = await continueSignIn(call, 'setUp', { address: clientAddress(call.req) }, 'started');
  return { key: done.key, uri: done.uri };
}

/** Sets up the second factor that a sign-in lacks, finishes the sign-in under a new id, and ends the other sessions. */
export async function finishSetUp(
  call: Call<'session.finishSetUp', SignInNeeds>,
): Promise<Answer<'session.finishSetUp'>> {
  const { security } = call.services;
  const { ended, ...done } = await finish(call, 'finishSetUp', call.body.code);
  security.log('factor.changed', { ...ownLine(call.req, security), change: 'added', ended });
  return done;
}

/** Leaves a sign-in that waits for a code. May be repeated. */
export async function cancelLogin(call: Call<'session.factorCancel', SignInNeeds>): Promise<null> {
  const { live } = call.req.session;
  const waiting = call.services.sessions.unseal(live, 'waiting');
  if (live && waiting) {
    await cancelStep(call, waiting);
    await call.services.sessions.seal(live, 'waiting');
  }
  return null;
}
