import { Failure } from '../../problems/failure.ts';
import { endSessions, listOwnSessions } from '../../session/own-sessions.ts';
import { publicHandle } from '../../session/session-id.ts';
import { type Answer, type Call } from '../policy.ts';
import { logout } from './logout.ts';
import { sessionView } from './session-view.ts';
import { signedIn } from '../../session/signed-in.ts';

/** «Seguir conectado». The chain has just noted that a person did something; this tells until when that lasts. */
export function touchSession({ req, services }: Call<'session.touch', 'sessions'>): Promise<Answer<'session.touch'>> {
  return Promise.resolve(sessionView(signedIn(req), services.sessions));
}

/** Where the person is signed in now. */
export async function listSessions({
  req,
  services,
}: Call<'sessions.list', 'sessions' | 'placeOf'>): Promise<Answer<'sessions.list'>> {
  return { sessions: await listOwnSessions(signedIn(req), services.sessions, services.placeOf) };
}

/** Ends one of the person's own sessions. AbortSignal the one that asks is the same as leaving. */
export async function endSession(call: Call<'sessions.end', 'sessions' | 'security' | 'config'>): Promise<null> {
  const { req, res, params, services } = call;
  const current = signedIn(req);
  if (publicHandle(current.key) === params.id)
    return logout({ params: null, query: null, body: null, req, res, services });
  const { sessions } = services;
  const owners = sessions.owners.of(current.record.person);
  const ended = await endSessions(sessions, owners, 'owner', (key) => publicHandle(key) === params.id);
  if (ended === 0) throw new Failure('not-found', { note: 'no such session of this person' });
  return null;
}

/** Ends every session of the person but the one that asks. */
export async function endOtherSessions({
  req,
  services: { sessions },
}: Call<'sessions.endOthers', 'sessions'>): Promise<Answer<'sessions.endOthers'>> {
  const current = signedIn(req);
  const owners = sessions.owners.of(current.record.person);
  return { ended: await endSessions(sessions, owners, 'owner', (key) => key !== current.key) };
}
