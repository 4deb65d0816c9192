import { expireCookies } from '#session/session-cookie.ts';
import { type Call } from '../policy.ts';

/**
 * Ends the session. May be repeated. `Clear-Site-Data` clears only the cache: cookies and storage may belong to other
 * applications of the host.
 */
export async function logout({
  req,
  res,
  services,
}: Call<'session.logout', 'sessions' | 'security' | 'config'>): Promise<null> {
  const { live } = req.session;
  if (live) {
    await services.sessions.destroy(live, 'logout');
    if (live.record.person)
      services.security.log('logout', { requestId: req.requestId, ...services.security.whoIn(live) });
  }
  expireCookies(res, services.config);
  res.setHeader('Clear-Site-Data', '"cache"');
  return null;
}
