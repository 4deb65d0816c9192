import { accountAnswer, PROVIDER_CALLS } from '@despacho/contracts/provider-calls';
import { decodeJwt } from 'jose';
import { Failure } from '#problems/failure.ts';
import { type LogoutNotes } from '#providers/logout-notes.ts';
import { clientAddress } from '#session/client-address.ts';
import { type ProviderSession } from '#session/record.ts';
import { type Answer, type Call } from '../policy.ts';
import { askAboutAccount, type AccountNeeds } from '../proxy/account-calls.ts';
import { readUpload } from '../request-body.ts';
import { callProvider } from './provider-failures.ts';

/** How long (ms) a used token is remembered: longer than it is valid, and than a sign-in may wait. */
const USED_MS = 15 * 60_000;

const refused = (note: string): Failure => new Failure('invalid-request', { note, event: 'provider.refused' });

const sidKey = (sid: string): string => `sid\n${sid}`;
const endedKey = (sid: string): string => `ended\n${sid}`;

/** Stores the subject of a provider's session, for a logout token with `sid` but no `sub`. */
export async function noteSession(
  { issuer, sub, sid, until }: ProviderSession,
  { logoutNotes, now }: { logoutNotes: LogoutNotes; now: () => number },
): Promise<void> {
  if (sid !== undefined) await logoutNotes.put(issuer, sidKey(sid), sub, until - now());
}

/** @returns whether the provider reported the end of its session while the sign-in waited for the second factor. */
export const providerSessionEnded = async (
  { issuer, sid }: ProviderSession,
  { logoutNotes }: { logoutNotes: LogoutNotes },
): Promise<boolean> => sid !== undefined && (await logoutNotes.read(issuer, endedKey(sid))) !== undefined;

/**
 * Back-channel logout: the provider's server reports that a user signed out there. Ends the sessions that began with
 * that sign-in, at all gateways. It reads no cookie, Origin or csrf token: the signature of the token is the proof.
 */
export async function providerLogout(
  call: Call<'provider.logout', AccountNeeds | 'providers' | 'logoutNotes' | 'sessions' | 'security'>,
): Promise<Answer<'provider.logout'>> {
  const { req, res, services } = call;
  const { sessions, logoutNotes, security } = services;
  const form = new URLSearchParams((await readUpload(req, res)).toString());
  const token = form.get('logout_token');
  if (!token || form.size !== 1) throw refused('not exactly one logout_token');
  // Not verified yet: it only selects the provider whose keys must have signed the token.
  const { iss: issuer = '' } = await callProvider(Promise.resolve(token).then(decodeJwt), refused);
  const client = services.providers.of(issuer);
  if (!client) throw refused('unknown issuer');
  const { sid, jti, ...claims } = await callProvider(client.readLogout(token), refused);
  const used = `jti\n${jti}`;
  if ((await logoutNotes.read(issuer, used)) !== undefined) throw refused('the token was already used');
  if (sid !== undefined) await logoutNotes.put(issuer, endedKey(sid), '', USED_MS);
  const sub = claims.sub ?? (await logoutNotes.read(issuer, sidKey(sid ?? '')));
  if (sub === undefined) return {};
  // A token without `sid` ends all sessions of the subject.
  const given = { issuer, sub, end: sid === undefined };
  const { account } = await askAboutAccount(call, PROVIDER_CALLS.account, given, accountAnswer);
  const owners = account ? sessions.owners.ofUser(account.officeId, account) : [];
  const found = (await sessions.listOf(owners)).filter((session) => {
    const began = sessions.unseal(session, 'provider');
    return began?.issuer === issuer && began.sub === sub && (sid === undefined || began.sid === sid);
  });
  const ended = await Promise.all(found.map((session) => sessions.destroy(session, 'provider')));
  // Last, so that the provider can send the token again after a failure.
  await logoutNotes.put(issuer, used, '', USED_MS);
  security.log('provider.logout', {
    requestId: req.requestId,
    ip: clientAddress(req),
    ended: ended.filter(Boolean).length,
  });
  return {};
}
