import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { LIST_ANSWER, ORDERS_OR_PHOTOS } from '../../policy.ts';
import { id } from '../../subjects/shared.ts';
import { actor, day, inOffice, rowId, rowInOffice } from '../platform/fields.ts';
import { guestSecret } from './guest.ts';

/** How long a link is valid if its author does not choose, and at most. */
export const GUEST_LINK_DAYS = 7;
export const MAX_GUEST_LINK_DAYS = 90;
/** Links of an office that are valid at the same time. */
export const MAX_GUEST_LINKS = 1000;
/** Openings shown of each link, the newest first. */
export const SHOWN_OPENINGS = 20;

/** The content of a link: one order, or the orders of a client on a day. */
const guestLinkSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('order'), orderId: rowId }),
  z.strictObject({ kind: z.literal('client'), clientId: id, day }),
]);

export type GuestLinkSubject = z.infer<typeof guestLinkSubject>;

/** A valid link. Its secret cannot be read again. */
const guestLink = z.object({
  id: z.string(),
  /** The code of the order; null for a client's day. */
  order: z.nullable(z.object({ id: z.string(), code: z.string() })),
  client: z.object({ id: z.nullable(z.string()), name: z.string() }),
  /** Null for one order. */
  day: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  by: actor,
  /** Its author may no longer share in this office: it shows nothing until they may again. */
  isSuspended: z.boolean(),
  /** How many times it was opened. */
  openings: z.int(),
  /** The last ones, newest first. `network`: the /24 of an IPv4 address, the /48 of an IPv6 one. */
  lastOpenings: z.array(z.object({ at: z.iso.datetime(), network: z.string() })),
});

export type GuestLink = z.infer<typeof guestLink>;

const guestLinks = z.object({
  /** Newest first. */
  links: z.array(guestLink),
  /** Valid links of the whole office. */
  live: z.int(),
});

export type GuestLinks = z.infer<typeof guestLinks>;

/** A link that was just created. */
const newGuestLink = z.object({
  /** Belongs after the `#` of the page's address. Not named like a secret: the gateway would remove it. */
  fragment: guestSecret,
  link: guestLink,
});

export type NewGuestLink = z.infer<typeof newGuestLink>;

/** «Compartir constancia»: links with which people without an account see one order, or a client's day. */
export const guestLinkOperations = {
  'guestLinks.list': operation('GET', '/api/guest-links', {
    summary: 'Los enlaces vigentes de «Compartir constancia» y cuándo se abrieron; con `orden`, solo los de esa orden',
    policy: { ...ORDERS_OR_PHOTOS, answerBytes: LIST_ANSWER },
    query: z.strictObject({ ...inOffice.shape, orden: z.optional(rowId) }),
    response: guestLinks,
  }),
  // Not repeatable: the answer to a key would have to be stored, and with it the secret of the link.
  'guestLinks.create': operation('POST', '/api/guest-links', {
    summary: 'Crea un enlace que muestra la constancia de una orden, o las de un cliente en un día, sin cuenta',
    policy: { ...ORDERS_OR_PHOTOS },
    query: inOffice,
    body: z.strictObject({
      subject: guestLinkSubject,
      days: z.int().check(z.minimum(1), z.maximum(MAX_GUEST_LINK_DAYS)),
    }),
    response: newGuestLink,
  }),
  'guestLinks.revoke': operation('POST', '/api/guest-links/:id/revoke', {
    summary: 'Anula un enlace de «Compartir constancia»; puede repetirse',
    policy: { ...ORDERS_OR_PHOTOS, inClosedOffice: true },
    ...rowInOffice,
    response: z.object({}),
  }),
};
