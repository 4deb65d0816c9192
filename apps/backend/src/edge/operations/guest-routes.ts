import { type GuestClaims } from '@despacho/contracts/assertion';
import { GUEST_OPERATIONS } from '@despacho/contracts/dispatch';
import { type Router } from 'express';
import {
  CONTENT_READS,
  findGuest,
  guestSessionOf,
  openGuestLink,
  type OpenedLink,
  requireReads,
} from '#insight/guests/open-guest-link.ts';
import { readGuestContent } from '#insight/guests/read-guest-content.ts';
import { readGuestPhoto } from '#insight/guests/read-guest-photo.ts';
import { AssertionRefusal } from '#platform/refusal.ts';
import { type Services } from '../services.ts';
import { type LinkedHandlers, linkedRoutes } from './linked-routes.ts';
import { readGuestAssertion } from './read-assertion.ts';

type Handlers = LinkedHandlers<typeof GUEST_OPERATIONS, GuestClaims, OpenedLink, 'guest'>;

/** The function behind each operation of a guest. A missing one is a compile error. */
const HANDLERS: Handlers = {
  'guest.session': async ({ services, claims }) => guestSessionOf(await findGuest(services, claims)),
  'guest.open': ({ services, claims: { session, network }, body }) => {
    if (session === null) throw new AssertionRefusal({ reason: 'form' });
    return openGuestLink(services, { session, network }, body.secret);
  },
  'guest.content': ({ services, caller }) => {
    requireReads(services, caller, CONTENT_READS);
    return readGuestContent(services, caller);
  },
  'guest.photo': ({ services, caller, params, query }) =>
    readGuestPhoto(services, caller, Number(params.id), query.medida ?? 'completa'),
};

/** The routes of guests, generated from the contracts. Office and orders are those of the link. */
export const guestRoutes = (services: Services): Router =>
  linkedRoutes(services, {
    principal: 'guest',
    operations: GUEST_OPERATIONS,
    handlers: HANDLERS,
    readClaims: readGuestAssertion,
    keyOf: ({ session }) => session ?? '',
    findCaller: (claims) => findGuest(services, claims),
  });
