import { chargeLock, hasComparableAccount, identityOf } from '@despacho/contracts';
import { Failure } from '#problems/failure.ts';
import { endSessions } from '#session/own-sessions.ts';
import { exportFields } from './export-fields.ts';
import { refuseIfLocked } from './permission-rules.ts';
import { type Answer, type Call } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';
import { usersOfOffice } from './users-of-office.ts';

const OWN = 'Para terminar sus propias sesiones use «Mis sesiones».';
/** The host states neither ids at sign-in nor accounts in its list, so that sessions and users cannot be matched. */
const NO_ACCOUNT =
  'El servicio no indica la cuenta de esta persona, y sin ella no se encuentran sus sesiones. Cambie su contraseña en su servicio.';

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
  if (userId === caller.id || (target && identityOf(caller, target) === 'self'))
    throw new Failure('not-on-oneself', { detail: OWN, note: 'end of own sessions as an administrator' });
  if (!target) throw new Failure('not-found', { note: 'target is not in the list of users' });
  refuseIfLocked(chargeLock(caller, target), 'no-charge');
  if (!hasComparableAccount(caller, target))
    throw new Failure('unprocessable', { detail: NO_ACCOUNT, note: 'no id and no account to match sessions by' });
  const owners = services.sessions.owners.ofUser(officeId, { id: userId, username: target.username });
  const ended = await endSessions(services.sessions, owners, 'administrator');
  services.security.log('sessions.ended', {
    ...exportFields(req, services.security, officeId),
    target: userId,
    ended,
  });
  return { ended };
}
