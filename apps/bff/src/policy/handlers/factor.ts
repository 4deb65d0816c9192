import { hash } from 'node:crypto';
import { signInNotices } from '@despacho/contracts';
import { FACTOR_CALLS, type FactorOutcome, factorOutcome, factorView } from '@despacho/contracts/factor-calls';
import { Failure } from '#problems/failure.ts';
import { clientAddress } from '#session/client-address.ts';
import { endOtherSessions } from '#session/own-sessions.ts';
import { signedIn } from '#session/signed-in.ts';
import { type Answer, type Call } from '../policy.ts';
import { askAboutPassword, type PasswordNeeds } from '../proxy/password-calls.ts';
import { keyMissing, refusedCode, setUpRefused } from './refused-code.ts';
import { wrongCurrent } from './refused-password.ts';
import { ownAccount, ownLine } from './own-account.ts';
import { sessionView } from './session-view.ts';

type Change = 'factor.start' | 'factor.confirm' | 'factor.codes' | 'factor.remove' | 'session.prove';
type Needs = PasswordNeeds | 'logins' | 'security' | 'sessions';
type Done = Extract<FactorOutcome, { outcome: 'started' | 'done' | 'proved' }>;

const STATE =
  'Su segundo paso cambió mientras tanto, o pasaron más de quince minutos. Cierre esta ventana y empiece de nuevo';

const REQUIRED =
  'Su empresa pide el segundo paso. Si cambia de teléfono, pida a una persona con cargo S que se lo quite en «Personas», y póngalo de nuevo';

/** The user's second factor. */
export function readFactor(call: Call<'factor.read', PasswordNeeds>): Promise<Answer<'factor.read'>> {
  return askAboutPassword(call, FACTOR_CALLS.read, ownAccount(call.req), factorView);
}

/**
 * Changes the user's second factor, or only proves who they are. Wrong passwords and codes are counted as at a sign-in.
 * @param what part of the name of its call.
 */
async function change(
  call: Call<Change, Needs>,
  what: 'start' | 'confirm' | 'codes' | 'remove' | 'prove',
  given: { current?: string | undefined; code?: string | undefined; address?: string },
): Promise<Done> {
  const { req, services } = call;
  const { sessions, logins } = services;
  const current = signedIn(req);
  const { person } = current.record;
  // The spelling of the sign-in, so that both count together.
  const names = { sucursal: person.sucursal, username: person.username };
  const attempt = await logins.begin({ ...names, password: '' }, clientAddress(req));
  const account = ownAccount(req);
  const keep = hash('sha256', sessions.secretsOf(current).loginToken);
  const done = await askAboutPassword(call, FACTOR_CALLS[what], { ...account, ...given, keep }, factorOutcome).catch(
    async (error: unknown) => {
      if (!req.deadline.signal.aborted) await attempt.takeBack().catch(() => undefined);
      throw error;
    },
  );
  const log = { account: attempt.account };
  if (done.outcome === 'password') throw wrongCurrent({ attempt: account, log });
  if (done.outcome === 'code' || done.outcome === 'blocked') throw refusedCode(done.outcome, { attempt: account, log });
  if (done.outcome === 'started' || done.outcome === 'done' || done.outcome === 'proved') {
    await attempt.succeeded(person.username);
    return done;
  }
  await attempt.takeBack();
  if (done.outcome === 'permit') throw setUpRefused();
  if (done.outcome === 'required')
    throw new Failure('unprocessable', { detail: REQUIRED, note: 'the second factor is required' });
  throw done.outcome === 'key'
    ? keyMissing()
    : new Failure('unprocessable', { detail: STATE, note: 'the second factor is in another state' });
}

/** Logs a change and, except for renewed codes, ends the user's other sessions. @returns how many it ended. */
async function settle({ req, services }: Call<Change, Needs>, what: 'added' | 'renewed' | 'removed'): Promise<number> {
  const { sessions, security } = services;
  const ended = what === 'renewed' ? 0 : await endOtherSessions(sessions, signedIn(req));
  security.log('factor.changed', { ...ownLine(req, security), change: what, ended });
  return ended;
}

/** Begins to set up a second factor. It has no effect until it is confirmed. */
export async function startFactor(call: Call<'factor.start', Needs>): Promise<Answer<'factor.start'>> {
  const done = await change(call, 'start', { ...call.body, address: clientAddress(call.req) });
  if (done.outcome !== 'started') throw new Failure('upstream-broken', { note: 'no key of a second factor' });
  return { key: done.key, uri: done.uri };
}

const codesIn = (done: Done): string[] => (done.outcome === 'done' ? done.codes : []);

/** Sets up a second factor, and ends the user's other sessions. */
export async function confirmFactor(call: Call<'factor.confirm', Needs>): Promise<Answer<'factor.confirm'>> {
  const codes = codesIn(await change(call, 'confirm', call.body));
  // The request proved the password and a code.
  await call.services.sessions.prove(signedIn(call.req), 'factor');
  return { codes, ended: await settle(call, 'added') };
}

/** Replaces the user's recovery codes. */
export async function renewCodes(call: Call<'factor.codes', Needs>): Promise<Answer<'factor.codes'>> {
  const codes = codesIn(await change(call, 'codes', call.body));
  await settle(call, 'renewed');
  return { codes };
}

/** Removes the user's second factor, and ends their other sessions. */
export async function removeFactor(call: Call<'factor.remove', Needs>): Promise<Answer<'factor.remove'>> {
  await change(call, 'remove', call.body);
  return { ended: await settle(call, 'removed') };
}

/** The user proves again who they are, in the same session. A recovery code ends their other sessions. */
export async function proveAgain(call: Call<'session.prove', Needs>): Promise<Answer<'session.prove'>> {
  const { req, services } = call;
  const { sessions, security } = services;
  const done = await change(call, 'prove', call.body);
  if (done.outcome !== 'proved') throw new Failure('upstream-broken', { note: 'no proof of who somebody is' });
  const { by } = done;
  const current = signedIn(req);
  const ended = by === 'recovery' ? await endOtherSessions(sessions, current) : 0;
  await sessions.prove(current, by);
  security.log('session.proved', { ...ownLine(req, security), by, ended });
  return sessionView(current, sessions);
}

/** Returns unseen changes of how the user signs in, and the deadline for a required second factor. */
export function readNotices(call: Call<'notices.read', PasswordNeeds>): Promise<Answer<'notices.read'>> {
  return askAboutPassword(call, FACTOR_CALLS.notices, ownAccount(call.req), signInNotices);
}

/** Marks the changes up to a time as seen. */
export async function seeNotices(call: Call<'notices.seen', PasswordNeeds>): Promise<null> {
  await askAboutPassword(call, FACTOR_CALLS.noticesSeen, { ...ownAccount(call.req), ...call.body }, factorOutcome);
  return null;
}
