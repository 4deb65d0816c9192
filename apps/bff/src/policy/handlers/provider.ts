import { hash, timingSafeEqual } from 'node:crypto';
import { PROVIDER_MINUTES, PROVIDER_PAGE, providerLinkView } from '@despacho/contracts';
import { type OperationId } from '@despacho/contracts/operations';
import {
  companyAnswer,
  PROVIDER_CALLS,
  type ProviderOutcome,
  providerOutcome,
} from '@despacho/contracts/provider-calls';
import { FactorDue, Failure } from '#problems/failure.ts';
import { type Proved, type ProviderClient } from '#providers/provider-client.ts';
import { clientAddress } from '#session/client-address.ts';
import { companyOf } from '#session/company-of.ts';
import { endSessions } from '#session/own-sessions.ts';
import { isSignedIn, type ProviderSession, type ProviderTrip, type SignedInSession } from '#session/record.ts';
import { signedIn } from '#session/signed-in.ts';
import { type Answer, type Call } from '../policy.ts';
import { askAboutPassword, type PasswordNeeds } from '../proxy/password-calls.ts';
import { renewAnonymous, type SignInNeeds, startSession, waitForFactor } from './login.ts';
import { ofProvider, providerDown, refusedProvider } from './of-provider.ts';
import { noteSession } from './provider-logout.ts';
import { sessionView } from './session-view.ts';

type Needs = SignInNeeds | PasswordNeeds | 'providers';
type ProviderCall = Pick<Call<OperationId, Needs>, 'req' | 'res' | 'services'>;

const NO_FACTOR =
  'Para vincular la cuenta de su empresa necesita el segundo paso. Póngalo en «Mis sesiones», y confirme quién es con un código de su aplicación';
const NO_PROVIDER = 'Su empresa no tiene otra forma de ingresar';
const SIGNED_IN = 'En este navegador ya ingresó alguien. Cierre esa sesión, y abra otra vez el enlace';
const NOT_LINKED = 'Su cuenta ya no estaba vinculada. Cierre esta ventana y mire de nuevo';

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));

/** Where the provider sends the browser back to: the same origin, because the session's cookie belongs to it. */
function redirectUriOf({ req, services: { config } }: ProviderCall): string {
  const own = config.PUBLIC_ORIGIN;
  const origin = own.find((one) => one === req.get('origin')) ?? own[0] ?? '';
  return `${origin}${config.BASE_PATH}${PROVIDER_PAGE}`;
}

/** Stores what the browser must bring back. @returns where it goes. */
async function depart(
  call: ProviderCall,
  client: ProviderClient,
  purpose: ProviderTrip['purpose'],
  invitation?: string,
): Promise<string> {
  const { req, services } = call;
  // Somebody else may be signed in at the provider in this browser, whose account must not be linked.
  // Nobody has claimed anything yet: a faulty discovery is the provider's fault.
  const { url, brought } = await ofProvider(client.begin(redirectUriOf(call), purpose !== 'sign-in'), providerDown);
  const until = services.now() + PROVIDER_MINUTES * 60_000;
  const { live } = req.session;
  // An anonymous session that ends sooner is replaced.
  const lasting = live && services.sessions.endsOf(live.record).endsAt >= until ? live : undefined;
  const session = lasting ?? (isSignedIn(live) ? live : await renewAnonymous(call));
  await services.sessions.depart(session, {
    ...brought,
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
  // Its owner may be somebody else, whose account would get this browser's account at the provider.
  if (invitation !== undefined && isSignedIn(req.session.live))
    throw new Failure('unprocessable', { detail: SIGNED_IN, note: 'an invitation in the session of somebody' });
  const path = invitation === undefined ? PROVIDER_CALLS.company : PROVIDER_CALLS.invitation;
  const { ruc } = await askAboutPassword(call, path, body, companyAnswer);
  const client = ruc === null ? undefined : services.providers.ofCompany(ruc);
  if (!client) return { provider: null };
  const url = await depart(call, client, invitation === undefined ? 'sign-in' : 'invitation', invitation);
  return { provider: { label: client.provider.label, url } };
}

/** @returns the account of a session, as the dispatch service names it, and the token that stays valid. */
function accountOf(session: SignedInSession, { sessions }: Pick<ProviderCall['services'], 'sessions'>) {
  const { officeId: sucursal, username } = session.record.person;
  return { sucursal, username, keep: hash('sha256', sessions.secretsOf(session).loginToken) };
}

function ownProvider({ req, services }: ProviderCall): ProviderClient {
  const ruc = companyOf(services.sessions, signedIn(req));
  const client = ruc === undefined ? undefined : services.providers.ofCompany(ruc);
  if (!client) throw new Failure('unprocessable', { detail: NO_PROVIDER, note: 'no identity provider' });
  return client;
}

/** Begins to link the own account. Whoever has only the password must not add another way in. */
export async function linkProvider(call: Call<'provider.link', Needs>): Promise<Answer<'provider.link'>> {
  const client = ownProvider(call);
  if (signedIn(call.req).record.proof?.by !== 'factor')
    throw new Failure('unprocessable', { detail: NO_FACTOR, note: 'not proved by a second factor' });
  return { url: await depart(call, client, 'link') };
}

/** Begins to prove again who it is, at the provider. */
export async function proveWithProvider(call: Call<'provider.prove', Needs>): Promise<Answer<'provider.prove'>> {
  return { url: await depart(call, ownProvider(call), 'prove') };
}

/** Whether the own account is linked. */
export function readProvider(call: Call<'provider.read', PasswordNeeds>): Promise<Answer<'provider.read'>> {
  const { officeId: sucursal, username } = signedIn(call.req).record.person;
  return askAboutPassword(call, PROVIDER_CALLS.read, { sucursal, username }, providerLinkView);
}

/** Ends the user's other sessions and logs the change. @returns how many sessions it ended. */
async function settle({ req, services }: ProviderCall, change: 'linked' | 'unlinked'): Promise<number> {
  const { sessions, security } = services;
  const current = signedIn(req);
  const owners = sessions.owners.of(current.record.person);
  const ended = await endSessions(sessions, owners, 'owner', (key) => key !== current.key);
  const line = { requestId: req.requestId, ip: clientAddress(req), ...security.whoIn(current) };
  security.log('provider.changed', { ...line, change, ended });
  return ended;
}

/** Removes the link of the own account. */
export async function unlinkProvider(call: Call<'provider.unlink', Needs>): Promise<Answer<'provider.unlink'>> {
  const account = accountOf(signedIn(call.req), call.services);
  const { outcome } = await askAboutPassword(call, PROVIDER_CALLS.unlink, account, providerOutcome);
  if (outcome !== 'done') throw new Failure('unprocessable', { detail: NOT_LINKED, note: 'the account is not linked' });
  return { ended: await settle(call, 'unlinked') };
}

type Subject = Pick<ProviderSession, 'issuer' | 'sub'>;

const ask = (call: ProviderCall, what: 'signIn' | 'link' | 'prove', given: object): Promise<ProviderOutcome> =>
  askAboutPassword(call, PROVIDER_CALLS[what], given, providerOutcome);

/** Starts the session of the person with this account, or waits for the code. As after a password. */
async function enter(call: ProviderCall, provider: ProviderSession, { factor, provedAt = 0 }: Omit<Proved, 'sub'>) {
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

/** Only for the signed-in session with which the visit to the provider began. */
async function settleOwn(call: ProviderCall, purpose: 'link' | 'prove', subject: Subject) {
  const { req, services } = call;
  const { sessions, security } = services;
  const current = signedIn(req);
  const { keep, ...account } = accountOf(current, services);
  if (purpose === 'link') {
    const { outcome } = await ask(call, 'link', { ...subject, by: { ...account, keep } });
    if (outcome !== 'linked') throw refusedProvider(`link: ${outcome}`);
    await settle(call, 'linked');
    return { done: 'linked', session: sessionView(current, sessions) } as const;
  }
  const { outcome } = await ask(call, 'prove', { ...subject, ...account });
  if (outcome !== 'proved') throw refusedProvider(`proof: ${outcome}`);
  await sessions.prove(current, 'provider');
  const line = { requestId: req.requestId, ip: clientAddress(req), ...security.whoIn(current) };
  security.log('session.proved', { ...line, by: 'provider', ended: 0 });
  return { done: 'proved', session: sessionView(current, sessions) } as const;
}

/** @returns what the browser brought back to the session that it belongs to. It can be used once, whatever follows. */
async function takeTrip({ req, body, services: { sessions } }: Call<'provider.finish', Needs>): Promise<ProviderTrip> {
  const { live } = req.session;
  const trip = sessions.tripOf(live);
  if (!live || !trip) throw refusedProvider('nothing waits for an answer of a provider');
  await sessions.depart(live, undefined);
  if (!isSame(trip.state, body.state)) throw refusedProvider('the state is of another browser');
  return trip;
}

async function finishTrip(call: Call<'provider.finish', Needs>): Promise<Answer<'provider.finish'>> {
  const { body, services } = call;
  const { purpose, invitation, ...brought } = await takeTrip(call);
  const client = services.providers.of(brought.issuer);
  if (!client) throw refusedProvider('the provider is not configured any more');
  const { factor, provedAt, ...who } = await ofProvider(client.finish(brought, body, purpose === 'prove'));
  const subject = { issuer: brought.issuer, sub: who.sub };
  if (purpose === 'link' || purpose === 'prove') return settleOwn(call, purpose, subject);
  if (purpose === 'invitation') {
    const { outcome } = await ask(call, 'link', { ...subject, by: { invitation } });
    if (outcome !== 'linked') throw refusedProvider(`invitation: ${outcome}`);
  }
  const lasts = client.provider.sessionHours * 3_600_000;
  const provider = { ...who, issuer: brought.issuer, until: services.now() + lasts };
  await noteSession(provider, services);
  const session = await enter(call, provider, { factor, provedAt });
  return { done: purpose === 'invitation' ? 'linked' : 'signed-in', session };
}

/**
 * Finishes what began at the provider's page: a sign-in, an invitation, a link or a proof. A refused one counts towards
 * the address's maximum.
 */
export async function finishProvider(
  call: Call<'provider.finish', Needs | 'passwords'>,
): Promise<Answer<'provider.finish'>> {
  const attempt = await call.services.passwords.provider.begin(clientAddress(call.req));
  try {
    const done = await finishTrip(call);
    await attempt.takeBack();
    return done;
  } catch (error) {
    const isRefusal = error instanceof Failure && error.details.event === 'provider.refused';
    if (!isRefusal) await attempt.takeBack().catch(() => undefined);
    throw error;
  }
}
