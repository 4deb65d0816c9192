import { type SessionView } from '@despacho/contracts';
import { hash } from 'node:crypto';
import { type Request } from 'express';
import { type SecurityLog } from '#security-events/security-log.ts';
import { clientAddress } from '#session/client-address.ts';
import { endOtherSessions } from '#session/own-sessions.ts';
import { type Proof } from '#session/record.ts';
import { signedIn } from '#session/signed-in.ts';
import { type AnyCall } from '../policy.ts';
import { sessionView } from './session-view.ts';

/** @returns the signed-in user's account as the dispatch service names it. */
export function ownAccount(req: Request): { sucursal: string; username: string } {
  const { officeId: sucursal, username } = signedIn(req).record.person;
  return { sucursal, username };
}

/** @returns the signed-in user's account, and as `keep` the hash of the token that stays valid when others are revoked. */
export const accountWithToken = ({ req, services: { sessions } }: AnyCall<'sessions'>) => ({
  ...ownAccount(req),
  keep: hash('sha256', sessions.secretsOf(signedIn(req)).loginToken),
});

/** @returns the fields that every security event about the signed-in user has. */
export const ownLine = (req: Request, security: SecurityLog) => ({
  requestId: req.requestId,
  ip: clientAddress(req),
  ...security.whoIn(signedIn(req)),
});

/**
 * Ends the user's other sessions, and logs a change of how they sign in.
 * @param name of the event. @param change field of it that says what changed. @returns how many sessions it ended.
 */
export async function settleChange(
  { req, services: { sessions, security } }: AnyCall<'sessions' | 'security'>,
  name: 'password.changed' | 'factor.changed' | 'provider.changed',
  change?: string,
): Promise<number> {
  const ended = await endOtherSessions(sessions, signedIn(req));
  const fields = { ...ownLine(req, security), ...(change !== undefined && { change }), ended };
  security.log(name, fields);
  return ended;
}

/**
 * Stores that the user proved again who they are, in the same session. A recovery code ends their other sessions.
 * @returns the session as the browser may receive it.
 */
export async function storeProof(
  { req, services: { sessions, security } }: AnyCall<'sessions' | 'security'>,
  by: Proof['by'],
): Promise<SessionView> {
  const current = signedIn(req);
  const ended = by === 'recovery' ? await endOtherSessions(sessions, current) : 0;
  await sessions.prove(current, by);
  security.log('session.proved', { ...ownLine(req, security), by, ended });
  return sessionView(current, sessions);
}
