import { Failure } from '#problems/failure.ts';
import { endOtherSessions as endOthers, endSessions, listOwnSessions } from '#session/own-sessions.ts';
import { publicHandle } from '#session/session-id.ts';
import { type Answer, type Call } from '../policy.ts';
import { exportFields } from './export-fields.ts';
import { logout } from './logout.ts';
import { sessionView } from './session-view.ts';
import { signedIn } from '#session/signed-in.ts';

/** «Seguir conectado». The chain has just recorded the use; this returns the new end times. */
export function touchSession({ req, services }: Call<'session.touch', 'sessions'>): Promise<Answer<'session.touch'>> {
  return Promise.resolve(sessionView(signedIn(req), services.sessions));
}

/** Lists where the user is signed in. */
export async function listSessions({
  req,
  services,
}: Call<'sessions.list', 'sessions' | 'placeOf'>): Promise<Answer<'sessions.list'>> {
  return { sessions: await listOwnSessions(signedIn(req), services.sessions, services.placeOf) };
}

function logEnded({ req, services }: Pick<Call<'sessions.end', 'security'>, 'req' | 'services'>, ended: number): void {
  const { officeId } = signedIn(req).record.person;
  services.security.log('sessions.ended', { ...exportFields(req, services.security, officeId), ended });
}

/** Ends one of the user's own sessions. Ending the current one is a logout. */
export async function endSession(call: Call<'sessions.end', 'sessions' | 'security' | 'config'>): Promise<null> {
  const { req, res, params, services } = call;
  const current = signedIn(req);
  if (publicHandle(current.key) === params.id)
    return logout({ params: null, query: null, body: null, req, res, services });
  const { sessions } = services;
  const owners = sessions.owners.of(current.record.person);
  const ended = await endSessions(sessions, owners, 'owner', (key) => publicHandle(key) === params.id);
  if (ended === 0) throw new Failure('not-found', { note: 'no such session of this person' });
  logEnded(call, ended);
  return null;
}

/** Ends every session of the user except the current one. */
export async function endOtherSessions(
  call: Call<'sessions.endOthers', 'sessions' | 'security'>,
): Promise<Answer<'sessions.endOthers'>> {
  const ended = await endOthers(call.services.sessions, signedIn(call.req));
  if (ended > 0) logEnded(call, ended);
  return { ended };
}
