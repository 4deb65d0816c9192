import { type LinkedPrincipal } from '@despacho/contracts';
import { type OperationId } from '@despacho/contracts/operations';
import { issueLinkedToken } from '#session/csrf.ts';
import { type LinkedId, linkedId, setLinkedCookie } from '#session/linked-cookie.ts';
import { newSessionId } from '#session/session-id.ts';
import { Failure } from '#problems/failure.ts';
import { clientAddress } from '#session/client-address.ts';
import { type LinkedSession } from '#operations/linked-sessions.ts';
import { type Call } from '../policy.ts';

export type LinkedNeeds = 'linkedSessions' | 'config' | 'security' | 'links';

type LinkedCall = Pick<Call<OperationId, LinkedNeeds>, 'req' | 'res' | 'services'>;

/** Gives the request a new id, and the csrf secret that belongs to it. */
function startWith(linked: LinkedId, { req, services }: Pick<LinkedCall, 'req' | 'services'>): void {
  req.session = { ...req.session, linked, csrfSecret: services.linkedSessions.csrfSecretOf(linked) };
}

/** Sends the browser the id of the request's session with a csrf token for it. @param kept see `setLinkedCookie`. */
function sendCookies({ req, res, services: { config } }: LinkedCall, linked: LinkedId, kept: boolean): void {
  setLinkedCookie(res, config, linked, kept);
  issueLinkedToken(req, res, linked, config);
}

/**
 * Returns the session of this phone or guest. Otherwise it answers 401 with a new id that no session has, so that a link
 * can be sent with a csrf token; a given id is never adopted.
 */
export async function readLinkedSession<Principal extends LinkedPrincipal>(
  principal: Principal,
  call: LinkedCall,
): Promise<LinkedSession[Principal]> {
  const { req, res, services } = call;
  const linked = req.session.linked as (LinkedId & { principal: Principal }) | undefined;
  const session = linked && (await services.linkedSessions.sessionOf(linked, req.deadline.signal));
  if (linked && session) {
    req.madeSession(linked.id);
    issueLinkedToken(req, res, linked, services.config);
    return session;
  }
  if (linked) req.foundSession(undefined);
  const fresh = linkedId(principal, newSessionId());
  startWith(fresh, call);
  sendCookies(call, fresh, false);
  throw new Failure('no-session');
}

/**
 * A link or code that the service refuses counts against the address, anything else does not.
 * @param isGenuine the link was made by a gateway, so that it is not a guess: it is tried even from an address with too
 * many refusals, and does not count.
 */
export async function tryLink<T>(
  principal: LinkedPrincipal,
  { req, services }: Pick<LinkedCall, 'req' | 'services'>,
  work: () => Promise<T>,
  isGenuine = false,
): Promise<T> {
  const taken = isGenuine ? undefined : await services.links[principal].begin(clientAddress(req));
  try {
    const value = await work();
    await taken?.takeBack();
    return value;
  } catch (error) {
    if (error instanceof Failure && ['expired', 'unprocessable'].includes(error.kind))
      throw new Failure(error.kind, {
        ...error.details,
        ...(isGenuine && { note: 'an old link, made by a gateway' }),
        event: principal === 'courier' ? 'phone.refused' : 'guest.refused',
      });
    await taken?.takeBack();
    throw error;
  }
}

/**
 * Exchanges a link for a session with a new id, which only the cookie contains.
 * @param isGenuine see `tryLink`.
 * @returns the value, and the fields of the security event.
 */
export async function exchangeLink(
  principal: LinkedPrincipal,
  call: LinkedCall,
  send: () => Promise<unknown>,
  isGenuine = false,
) {
  const { req, services } = call;
  const linked = linkedId(principal, newSessionId());
  const exchange = (): Promise<unknown> => {
    // The assertion names the new id. The token that was checked belongs to the earlier one.
    startWith(linked, call);
    return send();
  };
  const value = await tryLink(principal, call, exchange, isGenuine);
  sendCookies(call, linked, true);
  const fields = { requestId: req.requestId, ip: clientAddress(req), ...services.security.whoIn(linked) };
  return { value, fields };
}
