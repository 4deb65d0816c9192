import { expireLinkedCookies } from '#session/linked-cookie.ts';
import { type Answer, type Call, type SendOn } from '../policy.ts';
import { exchangeLink, type LinkedNeeds, readLinkedSession, tryLink } from './linked-session.ts';

/** Returns whose phone this is, see `readLinkedSession`. */
export const readFieldSession = (call: Call<'field.session', LinkedNeeds>): Promise<Answer<'field.session'>> =>
  readLinkedSession('courier', call);

/** Reads whose phone a link will connect. */
export const readEnrolment = (call: Call<'field.enrolment', LinkedNeeds>, send: SendOn): Promise<unknown> =>
  tryLink('courier', call, () => send(call.body));

/** Exchanges link and code for the session of this phone, and logs it. */
export async function connectPhone(call: Call<'field.connect', LinkedNeeds>, send: SendOn): Promise<unknown> {
  const { value, fields } = await exchangeLink('courier', call, () => send(call.body));
  call.services.security.log('phone.connected', fields);
  return value;
}

/** Ends the session of this phone. May be repeated. */
export async function signOutPhone(call: Call<'field.signOut', LinkedNeeds>, send: SendOn): Promise<unknown> {
  const { req, res, services } = call;
  const { linked } = req.session;
  const value = linked ? await send(undefined) : {};
  if (linked) services.security.log('phone.left', { requestId: req.requestId, ...services.security.whoIn(linked) });
  expireLinkedCookies(res, services.config, 'courier');
  res.setHeader('Clear-Site-Data', '"cache"');
  return value;
}
