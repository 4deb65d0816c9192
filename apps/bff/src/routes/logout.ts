import { expireCookies } from '../middleware/session-cookie.ts';
import { shortKey } from '../session/session-id.ts';
import { type Call } from './policy.ts';

/** Ends the session here. May be repeated. `Clear-Site-Data` names the cache alone: the rest would hit what is not ours. */
export async function logout({ req, res, services }: Call<'session.logout'>): Promise<null> {
  const { live } = req.session;
  if (live) {
    await services.sessions.destroy(live, 'logout');
    if (live.record.person)
      services.log.info({ event: 'logout', requestId: req.requestId, session: shortKey(live.key) });
  }
  expireCookies(res, services.config);
  res.setHeader('Clear-Site-Data', '"cache"');
  return null;
}
