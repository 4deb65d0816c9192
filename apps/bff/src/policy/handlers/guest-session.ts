import { type GuestContent, type NewGuestLink } from '@despacho/contracts/dispatch';
import { type Answer, type Call, type SendOn } from '../policy.ts';
import { exportFields } from './export-fields.ts';
import { exchangeLink, type LinkedNeeds, readLinkedSession } from './linked-session.ts';

/** Returns whether this guest has opened a link, see `readLinkedSession`. */
export const readGuestSession = (call: Call<'guest.session', LinkedNeeds>): Promise<Answer<'guest.session'>> =>
  readLinkedSession('guest', call);

/** Exchanges the secret of a link for a guest's session, and logs which link it was. */
export async function openGuestLink(
  call: Call<'guest.open', LinkedNeeds | 'guestMarks'>,
  send: SendOn,
): Promise<unknown> {
  const { secret, isMarked } = call.services.guestMarks.read(call.body.secret);
  const { value, fields } = await exchangeLink('guest', call, () => send({ secret }), isMarked);
  call.services.security.log('guest.opened', { ...fields, link: (value as Partial<GuestContent> | undefined)?.link });
  return value;
}

/** Has a link for guests created, marks its secret, and logs who shared what. */
export async function createGuestLink(
  call: Call<'guestLinks.create', 'security' | 'guestMarks'>,
  send: SendOn,
): Promise<unknown> {
  const { req, query, body, services } = call;
  const value = (await send(body)) as Partial<NewGuestLink> | undefined;
  const { subject } = body;
  services.security.log('guest.linked', {
    ...exportFields(req, services.security, query.officeId),
    link: value?.link?.id,
    days: body.days,
    ...(subject.kind === 'order' ? { order: subject.orderId } : { client: subject.clientId, day: subject.day }),
  });
  // An answer without a secret breaks the contract and is reported as that.
  return value?.fragment === undefined ? value : { ...value, fragment: services.guestMarks.mark(value.fragment) };
}
