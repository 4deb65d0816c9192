import { accountAnswer, PROVIDER_CALLS } from '@despacho/contracts/provider-calls';
import { decodeJwt } from 'jose';
import { Failure } from '#problems/failure.ts';
import { type LogoutNotes } from '#providers/logout-notes.ts';
import { type LoggedOut } from '#providers/provider-client.ts';
import { clientAddress } from '#session/client-address.ts';
import { type ProviderSession } from '#session/record.ts';
import { type Answer, type Call } from '../policy.ts';
import { askAboutPassword, type PasswordNeeds } from '../proxy/password-calls.ts';
import { readUpload } from '../request-body.ts';
import { ofProvider } from './of-provider.ts';

/** How long (ms) a used token is remembered: longer than it is valid, and than a sign-in waits. */
const USED_MS = 15 * 60_000;

const refused = (note: string): Failure => new Failure('invalid-request', { note, event: 'provider.refused' });

const sidKey = (sid: string): string => `sid\n${sid}`;
const endedKey = (sid: string): string => `ended\n${sid}`;

/** Notes whose a provider's session is, for a logout token that names only the session. */
export async function noteSession(
  { issuer, sub, sid, until }: ProviderSession,
  { logoutNotes, now }: { logoutNotes: LogoutNotes; now: () => number },
): Promise<void> {
  if (sid !== undefined) await logoutNotes.put(issuer, sidKey(sid), sub, until - now());
}

/** Whether the provider reported the end of its session, while a sign-in with it waited for the second factor. */
export const hasEnded = async (
  { issuer, sid }: ProviderSession,
  { logoutNotes }: { logoutNotes: LogoutNotes },
): Promise<boolean> => sid !== undefined && (await logoutNotes.read(issuer, endedKey(sid))) !== undefined;

/** @returns the form's only field. */
function tokenIn(form: string): string {
  const fields = [...new URLSearchParams(form)];
  const [[name, token] = []] = fields;
  if (fields.length !== 1 || name !== 'logout_token' || !token) throw refused('not exactly one logout_token');
  return token;
}

/** @returns who the issuer of a token claims to be, before anything of it is checked. */
function issuerIn(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    throw refused('not a token');
  }
}

const matches = (session: ProviderSession | undefined, issuer: string, sub: string, { sid }: LoggedOut): boolean =>
  session?.issuer === issuer && session.sub === sub && (sid === undefined || session.sid === sid);

/**
 * Back-channel logout: the provider's server reports that somebody signed out there. Ends the sessions that began with
 * that sign-in, at all gateways. No cookie, Origin or csrf token is read: the signature of the token is the proof.
 */
export async function providerLogout(
  call: Call<'provider.logout', PasswordNeeds | 'providers' | 'logoutNotes' | 'sessions' | 'security'>,
): Promise<Answer<'provider.logout'>> {
  const { req, res, services } = call;
  const { sessions, logoutNotes, security } = services;
  const token = tokenIn((await readUpload(req, res)).toString());
  const issuer = issuerIn(token);
  const client = services.providers.of(issuer);
  if (!client) throw refused('no provider of this name');
  const out = await ofProvider(client.readLogout(token), refused);
  const used = `jti\n${out.jti}`;
  if ((await logoutNotes.read(issuer, used)) !== undefined) throw refused('the token was used before');
  if (out.sid !== undefined) await logoutNotes.put(issuer, endedKey(out.sid), '', USED_MS);
  const sub = out.sub ?? (await logoutNotes.read(issuer, sidKey(out.sid ?? '')));
  if (sub === undefined) return {};
  // Without a session at the provider, all of the person end.
  const ending = { issuer, sub, end: out.sid === undefined };
  const { account } = await askAboutPassword(call, PROVIDER_CALLS.account, ending, accountAnswer);
  const owners = account ? sessions.owners.ofUser(account.officeId, account) : [];
  const found = (await sessions.listOf(owners)).filter((one) => matches(sessions.providerOf(one), issuer, sub, out));
  const ended = await Promise.all(found.map((session) => sessions.destroy(session, 'provider')));
  // Only now: after a failure the provider sends the token again.
  await logoutNotes.put(issuer, used, '', USED_MS);
  security.log('provider.logout', {
    requestId: req.requestId,
    ip: clientAddress(req),
    ended: ended.filter(Boolean).length,
  });
  return {};
}
