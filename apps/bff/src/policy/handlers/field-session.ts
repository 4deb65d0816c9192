import { issuePhoneToken } from '../../session/csrf.ts';
import { expirePhoneCookies, type PhoneId, phoneId, setPhoneCookie } from '../../session/phone-cookie.ts';
import { newSessionId } from '../../session/session-id.ts';
import { Failure } from '../../problems/failure.ts';
import { clientAddress } from '../../session/client-address.ts';
import { type Answer, type Call, type SendOn } from '../policy.ts';

type Needs = 'phones' | 'config' | 'security' | 'enrolments';

/** Gives the request a new id, and the csrf secret that belongs to it. */
function startWith(phone: PhoneId, { req, services }: Pick<Call<'field.session', Needs>, 'req' | 'services'>): void {
  req.session = { ...req.session, phone, csrfSecret: services.phones.csrfSecretOf(phone) };
}

/**
 * Returns whose phone this is. Otherwise it answers 401 with a new id that no session has, so that a link can be sent
 * with a csrf token; a given id is never adopted.
 */
export async function readFieldSession(call: Call<'field.session', Needs>): Promise<Answer<'field.session'>> {
  const { req, res, services } = call;
  const { phones, config } = services;
  const { phone } = req.session;
  const session = phone && (await phones.sessionOf(phone, req.deadline.signal));
  if (phone && session) {
    req.madeSession(phone.id);
    issuePhoneToken(req, res, config);
    return session;
  }
  if (phone) req.foundSession(undefined);
  const fresh = phoneId(newSessionId());
  startWith(fresh, call);
  setPhoneCookie(res, config, fresh, false);
  issuePhoneToken(req, res, config);
  throw new Failure('no-session');
}

/** A link or code that the service refuses counts against the address, anything else does not. */
async function attempt<T>(
  { req, services }: Pick<Call<'field.connect', Needs>, 'req' | 'services'>,
  work: () => Promise<T>,
): Promise<T> {
  const taken = await services.enrolments.begin(clientAddress(req));
  try {
    const value = await work();
    await taken.takeBack();
    return value;
  } catch (error) {
    if (error instanceof Failure && ['expired', 'unprocessable'].includes(error.kind))
      throw new Failure(error.kind, { ...error.details, event: 'phone.refused' });
    await taken.takeBack();
    throw error;
  }
}

/** Reads whose phone a link will connect. */
export const readEnrolment = (call: Call<'field.enrolment', Needs>, send: SendOn): Promise<unknown> =>
  attempt(call, () => send(call.body));

/** Exchanges link and code for a session with a new id, which only the cookie contains. */
export async function connectPhone(call: Call<'field.connect', Needs>, send: SendOn): Promise<unknown> {
  const { req, res, services } = call;
  const phone = phoneId(newSessionId());
  const value = await attempt(call, () => {
    // The assertion names the new id. The token that was checked belongs to the earlier one.
    startWith(phone, call);
    return send(call.body);
  });
  setPhoneCookie(res, services.config, phone, true);
  issuePhoneToken(req, res, services.config);
  const who = services.security.whoIn(phone);
  services.security.log('phone.connected', { requestId: req.requestId, ip: clientAddress(req), ...who });
  return value;
}

/** Ends the session of this phone. May be repeated. */
export async function signOutPhone(call: Call<'field.signOut', Needs>, send: SendOn): Promise<unknown> {
  const { req, res, services } = call;
  const { phone } = req.session;
  const value = phone ? await send(undefined) : {};
  if (phone) services.security.log('phone.left', { requestId: req.requestId, ...services.security.whoIn(phone) });
  expirePhoneCookies(res, services.config);
  res.setHeader('Clear-Site-Data', '"cache"');
  return value;
}
