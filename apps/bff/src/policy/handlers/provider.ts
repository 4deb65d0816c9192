import { PROVIDER_MINUTES, PROVIDER_PAGE, providerLinkView } from '@despacho/contracts';
import {
  companyAnswer,
  PROVIDER_CALLS,
  type ProviderOutcome,
  providerOutcome,
} from '@despacho/contracts/provider-calls';
import { FactorDue, Failure } from '#problems/failure.ts';
import { type ProviderClient } from '#providers/provider-client.ts';
import { clientAddress } from '#session/client-address.ts';
import { companyOf } from '#session/company-of.ts';
import { isSignedIn, type PendingAuthorization, type ProviderSession } from '#session/record.ts';
import { signedIn } from '#session/signed-in.ts';
import { type Answer, type AnyCall, type Call } from '../policy.ts';
import { askAboutAccount, type AccountNeeds } from '../proxy/account-calls.ts';
import { renewAnonymous, type SignInNeeds, startSession, waitForFactor } from './login.ts';
import { accountWithToken, ownAccount, settleChange, storeProof } from './own-account.ts';
import { callProvider, providerDown, refusedProvider } from './provider-failures.ts';
import { noteSession } from './provider-logout.ts';
import { sessionView } from './session-view.ts';

type Needs = SignInNeeds | 'providers';
type ProviderCall = AnyCall<Needs>;

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
 * @param reauthenticate whether the person must sign in at the provider again: somebody else may be signed in there.
 * @returns the URL of the authorization request.
 * @throws Failure `unavailable` if the provider does not answer.
 */
async function requestAuthorization(
  call: ProviderCall,
  client: ProviderClient,
  wanted: Pick<PendingAuthorization, 'purpose' | 'invitation'>,
  reauthenticate = true,
): Promise<string> {
  const { req, services } = call;
  // A discovery error is an outage of the provider, not a refusal of the user.
  const { url, request } = await callProvider(client.begin(redirectUriOf(call), reauthenticate), providerDown);
  const until = services.now() + PROVIDER_MINUTES * 60_000;
  const { live } = req.session;
  const lasts = live && (isSignedIn(live) || services.sessions.endsOf(live.record).endsAt >= until);
  const session = lasts ? live : await renewAnonymous(call);
  await services.sessions.seal(session, 'authorization', { ...request, ...wanted, until });
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
  const isInvitation = 'invitation' in body;
  // The invitation may be another person's, whose account would be linked to the account in this browser.
  if (isInvitation && isSignedIn(req.session.live))
    throw new Failure('unprocessable', { detail: SIGNED_IN, note: 'an invitation opened in a signed-in session' });
  const path = isInvitation ? PROVIDER_CALLS.invitation : PROVIDER_CALLS.company;
  const named = isInvitation ? body : { sucursal: body.sucursal };
  const { ruc, user } = await askAboutAccount(call, path, named, companyAnswer);
  const client = ruc === null ? undefined : services.providers.ofCompany(ruc);
  if (!client) return { provider: null };
  const wanted = isInvitation ? ({ purpose: 'invitation', ...body } as const) : ({ purpose: 'sign-in' } as const);
  const url = await requestAuthorization(call, client, wanted, isInvitation || body.reauthenticate === true);
  return { provider: { label: client.provider.label, url, user } };
}

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
  return { url: await requestAuthorization(call, client, { purpose: 'link' }) };
}

export async function proveWithProvider(call: Call<'provider.prove', Needs>): Promise<Answer<'provider.prove'>> {
  return { url: await requestAuthorization(call, ownProvider(call), { purpose: 'prove' }) };
}

export function readProvider(call: Call<'provider.read', AccountNeeds>): Promise<Answer<'provider.read'>> {
  return askAboutAccount(call, PROVIDER_CALLS.read, ownAccount(call.req), providerLinkView);
}

const ask = (
  call: ProviderCall,
  what: 'signIn' | 'link' | 'unlink' | 'prove',
  given: object,
): Promise<ProviderOutcome> => askAboutAccount(call, PROVIDER_CALLS[what], given, providerOutcome);

/** Calls the service about a subject. @throws Failure for any outcome other than `wanted`. */
async function expectOutcome(call: ProviderCall, what: 'link' | 'prove', wanted: 'linked' | 'proved', given: object) {
  const { outcome } = await ask(call, what, given);
  if (outcome !== wanted) throw refusedProvider(`${what}: ${outcome}`);
}

export async function unlinkProvider(call: Call<'provider.unlink', Needs>): Promise<Answer<'provider.unlink'>> {
  const { outcome } = await ask(call, 'unlink', accountWithToken(call));
  if (outcome !== 'done') throw new Failure('unprocessable', { detail: NOT_LINKED, note: 'the account is not linked' });
  return { ended: await settleChange(call, 'provider.changed', 'unlinked') };
}

/**
 * Starts the session of the linked person, or waits for the second factor, as after a password.
 * @param factor whether the provider's token counts as the second factor. @param provedAt in epoch seconds.
 */
async function startProviderSession(call: ProviderCall, provider: ProviderSession, factor: boolean, provedAt: number) {
  const { req, services } = call;
  const done = await ask(call, 'signIn', { issuer: provider.issuer, sub: provider.sub, factor });
  const isAccepted = done.outcome === 'signed-in' || 'step' in done;
  // Nothing is stored for accounts that are not linked.
  if (!isAccepted) throw refusedProvider(`sign-in: ${done.outcome}`);
  await noteSession(provider, services);
  if ('step' in done) {
    const due = new FactorDue(done.step, done.outcome);
    await waitForFactor(call, { sucursal: done.sucursal, username: done.username, provider }, due);
    throw due;
  }
  const names = { sucursal: done.login.sucursal, username: done.username };
  const proved = await services.identity.finish(names, done.login, req.deadline.signal, req.requestId);
  const account = services.logins.accountOf(names.sucursal, names.username);
  return startSession({ ...proved, account, by: 'provider', provider, provedAt: provedAt * 1000 }, call);
}

/**
 * Removes the pending authorization from the session, so that it is used once, also by a request that fails.
 * @throws Failure if there is none.
 */
async function takeAuthorization({ req, services: { sessions } }: ProviderCall): Promise<PendingAuthorization> {
  const { live } = req.session;
  const authorization = sessions.unseal(live, 'authorization');
  if (!live || !authorization) throw refusedProvider('no pending authorization');
  await sessions.seal(live, 'authorization');
  return authorization;
}

async function finishAuthorization(call: Call<'provider.finish', Needs>): Promise<Answer<'provider.finish'>> {
  const { req, body, services } = call;
  const { purpose, invitation, ...request } = await takeAuthorization(call);
  const { issuer } = request;
  const client = services.providers.of(issuer);
  if (!client) throw refusedProvider('the provider is no longer configured');
  const response = client.finish(request, body, purpose === 'prove');
  const { factor, provedAt = 0, ...who } = await callProvider(response, refusedProvider);
  const subject = { issuer, sub: who.sub };
  if (purpose === 'prove') {
    await expectOutcome(call, 'prove', 'proved', { ...subject, ...ownAccount(req) });
    return { done: 'proved', session: await storeProof(call, 'provider') };
  }
  if (purpose === 'link') {
    await expectOutcome(call, 'link', 'linked', { ...subject, by: accountWithToken(call) });
    await settleChange(call, 'provider.changed', 'linked');
    return { done: 'linked', session: sessionView(signedIn(req), services.sessions) };
  }
  if (purpose === 'invitation') await expectOutcome(call, 'link', 'linked', { ...subject, by: { invitation } });
  const until = services.now() + client.provider.sessionHours * 3_600_000;
  const session = await startProviderSession(call, { ...who, issuer, until }, factor, provedAt);
  return { done: purpose === 'invitation' ? 'linked' : 'signed-in', session };
}

/**
 * Handles the authorization response that the page posts: finishes a sign-in, an invitation, a link or a proof. Refused
 * responses count towards the address's maximum, except those of a signed-in session, which has its own rate: other people
 * at the address cannot block its proofs.
 */
export async function finishProvider(
  call: Call<'provider.finish', Needs | 'passwords'>,
): Promise<Answer<'provider.finish'>> {
  const { req, services } = call;
  if (isSignedIn(req.session.live)) return finishAuthorization(call);
  const attempt = await services.passwords.provider.begin(clientAddress(req));
  let isRefused = false;
  try {
    return await finishAuthorization(call);
  } catch (error) {
    isRefused = error instanceof Failure && error.details.event === 'provider.refused';
    throw error;
  } finally {
    if (!isRefused) await attempt.takeBack().catch(() => undefined);
  }
}
