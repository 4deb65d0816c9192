import { Failure } from '../../problems/failure.ts';
import { endSessions } from '../../session/own-sessions.ts';
import { isCaller, requireChargeOver } from './permission-rules.ts';
import { type Answer, type Call } from '../policy.ts';
import { signedIn } from '../../session/signed-in.ts';
import { usersOfOffice } from './users-of-office.ts';

const OWN = 'Para terminar sus propias sesiones use «Mis sesiones».';

/** Ends every session of a user of an office, for its administrator. The chain has already checked the office. */
export async function endSessionsOfUser(
  call: Call<'sessions.endOfUser', 'sessions' | 'security' | 'config' | 'agents' | 'freshness'>,
): Promise<Answer<'sessions.endOfUser'>> {
  const { req, params, services } = call;
  const { officeId, userId } = params;
  const session = signedIn(req);
  const caller = session.record.person;
  const { users } = await usersOfOffice(officeId, call);
  const target = users.find(({ id }) => String(id) === userId);
  if (isCaller(caller, target ?? { id: userId }))
    throw new Failure('not-on-oneself', { detail: OWN, note: 'end of own sessions as an administrator' });
  if (!target) throw new Failure('not-found', { note: 'target is not in the list of users' });
  requireChargeOver(caller, target, 'no-charge');
  const owners = services.sessions.owners.ofUser(officeId, { id: userId, username: target.username });
  const ended = await endSessions(services.sessions, owners, 'administrator');
  services.security.log('sessions.ended', {
    requestId: req.requestId,
    ...services.security.whoIn(session),
    by: caller.username,
    target: userId,
    officeId,
    ended,
  });
  return { ended };
}
