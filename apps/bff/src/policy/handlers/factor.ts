import { factorView, signInNotices } from '@despacho/contracts';
import { FACTOR_CALLS, type FactorOutcome, factorOutcome } from '@despacho/contracts/factor-calls';
import { clientAddress } from '#session/client-address.ts';
import { signedIn } from '#session/signed-in.ts';
import { type Answer, type Call } from '../policy.ts';
import { askAboutAccount, askInAttempt, type AccountNeeds } from '../proxy/account-calls.ts';
import { refusedFactor } from './refused-factor.ts';
import { accountWithToken, ownAccount, ownLine, settleChange, storeProof } from './own-account.ts';

type Change = 'factor.start' | 'factor.confirm' | 'factor.codes' | 'factor.remove' | 'session.prove';
type Needs = AccountNeeds | 'logins' | 'security' | 'sessions';

export function readFactor(call: Call<'factor.read', AccountNeeds>): Promise<Answer<'factor.read'>> {
  return askAboutAccount(call, FACTOR_CALLS.read, ownAccount(call.req), factorView);
}

/**
 * Changes the user's second factor, or only proves who they are. Wrong passwords and codes are counted as at a sign-in.
 * @throws Failure for any outcome but the wanted one.
 */
async function change<Wanted extends FactorOutcome['outcome']>(
  call: Call<Change, Needs>,
  name: 'start' | 'confirm' | 'codes' | 'remove' | 'prove',
  wanted: Wanted,
) {
  const { req, services } = call;
  const { sucursal, username } = signedIn(req).record.person;
  const address = clientAddress(req);
  // The spelling of the sign-in, so that both count together.
  const attempt = await services.logins.begin({ sucursal, username, password: '' }, address);
  const given = { ...call.body, ...accountWithToken(call), ...(name === 'start' && { address }) };
  const done = await askInAttempt(attempt, call, FACTOR_CALLS[name], given, factorOutcome);
  if (done.outcome === wanted) {
    await attempt.succeeded(username);
    return done as Extract<FactorOutcome, { outcome: Wanted }>;
  }
  const refusal = refusedFactor(done.outcome, { attempt: ownAccount(req), log: { account: attempt.account } });
  if (!refusal.details.event) await attempt.takeBack();
  throw refusal;
}

/** Begins to set up a second factor. It has no effect until it is confirmed. */
export async function startFactor(call: Call<'factor.start', Needs>): Promise<Answer<'factor.start'>> {
  const { key, uri } = await change(call, 'start', 'started');
  return { key, uri };
}

/** Sets up a second factor, and ends the user's other sessions. */
export async function confirmFactor(call: Call<'factor.confirm', Needs>): Promise<Answer<'factor.confirm'>> {
  const { codes } = await change(call, 'confirm', 'done');
  // The request proved the password and a code.
  await call.services.sessions.prove(signedIn(call.req), 'factor');
  return { codes, ended: await settleChange(call, 'factor.changed', 'added') };
}

export async function renewCodes(call: Call<'factor.codes', Needs>): Promise<Answer<'factor.codes'>> {
  const { codes } = await change(call, 'codes', 'done');
  const { security } = call.services;
  security.log('factor.changed', { ...ownLine(call.req, security), change: 'renewed', ended: 0 });
  return { codes };
}

/** Removes the user's second factor, and ends their other sessions. */
export async function removeFactor(call: Call<'factor.remove', Needs>): Promise<Answer<'factor.remove'>> {
  await change(call, 'remove', 'done');
  return { ended: await settleChange(call, 'factor.changed', 'removed') };
}

/** The user proves again who they are, in the same session. */
export async function proveAgain(call: Call<'session.prove', Needs>): Promise<Answer<'session.prove'>> {
  return storeProof(call, (await change(call, 'prove', 'proved')).by);
}

/** Returns unseen changes of how the user signs in, and the deadline for a required second factor. */
export function readNotices(call: Call<'notices.read', AccountNeeds>): Promise<Answer<'notices.read'>> {
  return askAboutAccount(call, FACTOR_CALLS.notices, ownAccount(call.req), signInNotices);
}

/** Marks the changes up to a time as seen. */
export async function seeNotices(call: Call<'notices.seen', AccountNeeds>): Promise<null> {
  await askAboutAccount(call, FACTOR_CALLS.noticesSeen, { ...ownAccount(call.req), ...call.body }, factorOutcome);
  return null;
}
