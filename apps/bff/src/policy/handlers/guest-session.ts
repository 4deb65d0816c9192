import { type NewGuestLink } from '@despacho/contracts/dispatch';
import { type Answer, type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';
import { exchangeLink, type LinkedNeeds, readLinkedSession } from './linked-session.ts';

/** Returns whether this guest has opened a link, see `readLinkedSession`. */
export const readGuestSession = (call: Call<'guest.session', LinkedNeeds>): Promise<Answer<'guest.session'>> =>
  readLinkedSession('guest', call);

/** Exchanges the secret of a link for a guest's session. */
export const openGuestLink = (call: Call<'guest.open', LinkedNeeds>, send: SendOn): Promise<unknown> =>
  exchangeLink('guest', call, send);

/** Has a link for guests created, and logs who shared what. */
export async function createGuestLink(call: Call<'guestLinks.create', 'security'>, send: SendOn): Promise<unknown> {
  const { req, query, body, services } = call;
  const value = await send(body);
  const { subject } = body;
  services.security.log('guest.linked', {
    ...exportFields(req, services.security, query.officeId),
    link: (value as Partial<NewGuestLink> | undefined)?.link?.id,
    days: body.days,
    ...(subject.kind === 'order' ? { order: subject.orderId } : { client: subject.clientId, day: subject.day }),
  });
  return value;
}

/** Has a link for guests revoked, and logs who did it. */
export async function revokeGuestLink(call: Call<'guestLinks.revoke', 'security'>, send: SendOn): Promise<unknown> {
  const { req, params, query, services } = call;
  const value = await send(undefined);
  services.security.log('guest.revoked', {
    ...exportFields(req, services.security, query.officeId),
    link: params.id,
  });
  return value;
}
