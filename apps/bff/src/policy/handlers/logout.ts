import { expireCookies } from '../../session/session-cookie.ts';
import { type Call } from '../policy.ts';

/** Ends the session here. May be repeated. `Clear-Site-Data` names the cache alone: the rest would hit what is not ours. */
export async function logout({
  req,
  res,
  services,
}: Call<'session.logout', 'sessions' | 'security' | 'config'>): Promise<null> {
  const { live } = req.session;
  if (live) {
    await services.sessions.destroy(live, 'logout');
    if (live.record.person)
      services.security.tell('logout', { requestId: req.requestId, ...services.security.whoIn(live) });
  }
  expireCookies(res, services.config);
  res.setHeader('Clear-Site-Data', '"cache"');
  return null;
}
