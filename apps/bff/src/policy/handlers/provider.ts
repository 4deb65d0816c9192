import { hash } from 'node:crypto';
import { PROVIDER_MINUTES, PROVIDER_PAGE, providerLinkView } from '@despacho/contracts';
import { type OperationId } from '@despacho/contracts/operations';
import {
  companyAnswer,
  PROVIDER_CALLS,
  type ProviderOutcome,
  providerOutcome,
} from '@despacho/contracts/provider-calls';
import { FactorDue, Failure } from '#problems/failure.ts';
import { type VerifiedIdentity, type ProviderClient } from '#providers/provider-client.ts';
import { clientAddress } from '#session/client-address.ts';
import { companyOf } from '#session/company-of.ts';
import { endOtherSessions } from '#session/own-sessions.ts';
import { isSignedIn, type ProviderSession, type PendingAuthorization } from '#session/record.ts';
import { signedIn } from '#session/signed-in.ts';
import { type Answer, type Call } from '../policy.ts';
import { askAboutPassword, type PasswordNeeds } from '../proxy/password-calls.ts';
import { renewAnonymous, type SignInNeeds, startSession, waitForFactor } from './login.ts';
import { ownAccount, ownLine } from './own-account.ts';
import { callProvider, providerDown, refusedProvider } from './provider-failures.ts';
import { noteSession } from './provider-logout.ts';
import { sessionView } from './session-view.ts';

type Needs = SignInNeeds | PasswordNeeds | 'providers';
type ProviderCall = Pick<Call<OperationId, Needs>, 'req' | 'res' | 'services'>;

const NO_FACTOR =
  'Para vincular la cuenta de su empresa necesita el segundo paso. Actívelo en «Mis sesiones», y confirme quién es con un código de su aplicación';
const NO_PROVIDER = 'Su empresa no tiene otra forma de ingresar';
const SIGNED_IN = 'En este navegador ya ingresó alguien. Cierre esa sesión, y abra otra vez el enlace';
const NOT_LINKED = 'Su cuenta ya no estaba vinculada. Cierre esta ventana y mire de nuevo';

/** @returns the redirect URI, on the origin of the request: the session cookie belongs to it. */
function redirectUriOf({ req, services: { config } }: ProviderCall): string {
  const own = config.PUBLIC_ORIGIN;
  const origin = own.find((one) => one === req.get('origin')) ?? own[0] ?? '';
  return `${origin}${config.BASE_PATH}${PROVIDER_PAGE}`;
}

/**
 * Creates an authorization request and stores it in the session, replacing an anonymous session that would end too soon.
 * @param invitation secret of the invitation that links the account.
 * @returns the URL of the authorization request.
 * @throws Failure `unavailable` if the provider does not answer.
 */
async function requestAuthorization(
  call: ProviderCall,
  client: ProviderClient,
  purpose: PendingAuthorization['purpose'],
  invitation?: string,
): Promise<string> {
  const { req, services } = call;
  // Somebody else may be signed in at the provider in this browser, whose account must not be linked.
  // A discovery error is an outage of the provider, not a refusal of the user.
  const { url, request } = await callProvider(client.begin(redirectUriOf(call), purpose !== 'sign-in'), providerDown);
  const until = services.now() + PROVIDER_MINUTES * 60_000;
  const { live } = req.session;
  const lasting = live && services.sessions.endsOf(live.record).endsAt >= until ? live : undefined;
  const session = lasting ?? (isSignedIn(live) ? live : await renewAnonymous(call));
  await services.sessions.setAuthorization(session, {
    ...request,
    purpose,
    until,
    ...(invitation !== undefined && { invitation }),
  });
  return url;
}

/**
 * Begins a sign-in at the company's provider. Every call counts towards the address's maximum. An unknown branch, one
 * without a provider and an invitation that is not valid get the same answer.
 */
export async function startProvider(
  call: Call<'provider.start', Needs | 'passwords'>,
): Promise<Answer<'provider.start'>> {
  const { req, body, services } = call;
  await services.passwords.provider.begin(clientAddress(req));
  const invitation = 'invitation' in body ? body.invitation : undefined;
  // The invitation may be another person's, whose account would be linked to the account in this browser.
  if (invitation !== undefined && isSignedIn(req.session.live))
    throw new Failure('unprocessable', { detail: SIGNED_IN, note: 'an invitation opened in a signed-in session' });
  const path = invitation === undefined ? PROVIDER_CALLS.company : PROVIDER_CALLS.invitation;
  const { ruc } = await askAboutPassword(call, path, body, companyAnswer);
  const client = ruc === null ? undefined : services.providers.ofCompany(ruc);
  if (!client) return { provider: null };
  const url = await requestAuthorization(call, client, invitation === undefined ? 'sign-in' : 'invitation', invitation);
  return { provider: { label: client.provider.label, url } };
}

/** @returns the signed-in user's account, and the hash of the token that stays valid. */
const accountToKeep = ({ req, services: { sessions } }: ProviderCall) => ({
  ...ownAccount(req),
  keep: hash('sha256', sessions.secretsOf(signedIn(req)).loginToken),
});

/** @returns the client for the provider of the user's company. @throws Failure if it has none. */
function ownProvider({ req, services }: ProviderCall): ProviderClient {
  const ruc = companyOf(services.sessions, signedIn(req));
  const client = ruc === undefined ? undefined : services.providers.ofCompany(ruc);
  if (!client) throw new Failure('unprocessable', { detail: NO_PROVIDER, note: 'no identity provider' });
  return client;
}

/** Starts linking the user's own account. Requires a proof by the second factor: a password alone must not add a way to sign in. */
export async function linkProvider(call: Call<'provider.link', Needs>): Promise<Answer<'provider.link'>> {
  const client = ownProvider(call);
  if (signedIn(call.req).record.proof?.by !== 'factor')
    throw new Failure('unprocessable', { detail: NO_FACTOR, note: 'not proved by a second factor' });
  return { url: await requestAuthorization(call, client, 'link') };
}

/** Starts proving the user's identity again at the provider. */
export async function proveWithProvider(call: Call<'provider.prove', Needs>): Promise<Answer<'provider.prove'>> {
  return { url: await requestAuthorization(call, ownProvider(call), 'prove') };
}

/** Reads whether the user's own account is linked. */
export function readProvider(call: Call<'provider.read', PasswordNeeds>): Promise<Answer<'provider.read'>> {
  return askAboutPassword(call, PROVIDER_CALLS.read, ownAccount(call.req), providerLinkView);
}

/** Ends the user's other sessions and logs the change. @returns how many sessions it ended. */
async function settle({ req, services }: ProviderCall, change: 'linked' | 'unlinked'): Promise<number> {
  const { sessions, security } = services;
  const ended = await endOtherSessions(sessions, signedIn(req));
  security.log('provider.changed', { ...ownLine(req, security), change, ended });
  return ended;
}

/** Unlinks the user's own account. */
export async function unlinkProvider(call: Call<'provider.unlink', Needs>): Promise<Answer<'provider.unlink'>> {
  const { outcome } = await ask(call, 'unlink', accountToKeep(call));
  if (outcome !== 'done') throw new Failure('unprocessable', { detail: NOT_LINKED, note: 'the account is not linked' });
  return { ended: await settle(call, 'unlinked') };
}

type Subject = Pick<ProviderSession, 'issuer' | 'sub'>;

const ask = (
  call: ProviderCall,
  what: 'signIn' | 'link' | 'unlink' | 'prove',
  given: object,
): Promise<ProviderOutcome> => askAboutPassword(call, PROVIDER_CALLS[what], given, providerOutcome);

/** Starts the session of the linked person, or waits for the second factor, as after a password. */
async function startProviderSession(
  call: ProviderCall,
  provider: ProviderSession,
  { factor, provedAt = 0 }: Omit<VerifiedIdentity, 'sub'>,
) {
  const { req, services } = call;
  const { issuer, sub } = provider;
  const done = await ask(call, 'signIn', { issuer, sub, factor });
  if ('step' in done) {
    const due = new FactorDue(done.step, done.outcome);
    await waitForFactor(call, { sucursal: done.sucursal, username: done.username, provider }, due);
    throw due;
  }
  if (done.outcome !== 'signed-in') throw refusedProvider(`sign-in: ${done.outcome}`);
  const names = { sucursal: done.login.sucursal, username: done.username };
  const proved = await services.identity.finish(names, done.login, req.deadline.signal, req.requestId);
  const account = services.logins.accountOf(names.sucursal, names.username);
  return startSession({ ...proved, account, by: 'provider', provider, provedAt: provedAt * 1000 }, call);
}

/** Links the account or proves the identity of the user whose session requested the authorization. */
async function finishForSession(call: ProviderCall, purpose: 'link' | 'prove', subject: Subject) {
  const { req, services } = call;
  const { sessions, security } = services;
  const current = signedIn(req);
  if (purpose === 'link') {
    const { outcome } = await ask(call, 'link', { ...subject, by: accountToKeep(call) });
    if (outcome !== 'linked') throw refusedProvider(`link: ${outcome}`);
    await settle(call, 'linked');
    return { done: 'linked', session: sessionView(current, sessions) } as const;
  }
  const { outcome } = await ask(call, 'prove', { ...subject, ...ownAccount(req) });
  if (outcome !== 'proved') throw refusedProvider(`proof: ${outcome}`);
  await sessions.prove(current, 'provider');
  security.log('session.proved', { ...ownLine(req, security), by: 'provider', ended: 0 });
  return { done: 'proved', session: sessionView(current, sessions) } as const;
}

/**
 * Removes the pending authorization from the session, so that it is used once, also by a request that fails.
 * @throws Failure if there is none.
 */
async function takeAuthorization({ req, services: { sessions } }: ProviderCall): Promise<PendingAuthorization> {
  const { live } = req.session;
  const authorization = sessions.authorizationIn(live);
  if (!live || !authorization) throw refusedProvider('no pending authorization');
  await sessions.setAuthorization(live, undefined);
  return authorization;
}

async function finishAuthorization(call: Call<'provider.finish', Needs>): Promise<Answer<'provider.finish'>> {
  const { body, services } = call;
  const { purpose, invitation, ...request } = await takeAuthorization(call);
  const client = services.providers.of(request.issuer);
  if (!client) throw refusedProvider('the provider is no longer configured');
  const { factor, provedAt, ...who } = await callProvider(client.finish(request, body, purpose === 'prove'));
  const subject = { issuer: request.issuer, sub: who.sub };
  if (purpose === 'link' || purpose === 'prove') return finishForSession(call, purpose, subject);
  if (purpose === 'invitation') {
    const { outcome } = await ask(call, 'link', { ...subject, by: { invitation } });
    if (outcome !== 'linked') throw refusedProvider(`invitation: ${outcome}`);
  }
  const lasts = client.provider.sessionHours * 3_600_000;
  const provider = { ...who, issuer: request.issuer, until: services.now() + lasts };
  await noteSession(provider, services);
  const session = await startProviderSession(call, provider, { factor, provedAt });
  return { done: purpose === 'invitation' ? 'linked' : 'signed-in', session };
}

/**
 * Handles the authorization response that the page posts: finishes a sign-in, an invitation, a link or a proof. Refused
 * responses count towards the address's maximum.
 */
export async function finishProvider(
  call: Call<'provider.finish', Needs | 'passwords'>,
): Promise<Answer<'provider.finish'>> {
  const attempt = await call.services.passwords.provider.begin(clientAddress(call.req));
  try {
    const done = await finishAuthorization(call);
    await attempt.takeBack();
    return done;
  } catch (error) {
    const isRefusal = error instanceof Failure && error.details.event === 'provider.refused';
    if (!isRefusal) await attempt.takeBack().catch(() => undefined);
    throw error;
  }
}
