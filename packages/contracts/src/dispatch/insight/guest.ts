import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { LIST_ANSWER } from '../../policy.ts';
import { PHOTO_ANSWER, PHOTO_TIME_MS, photoSize } from '../field/evidence.ts';
import { byId } from '../platform/fields.ts';
import { ORDER_STATE_CODES } from '../orders/order-states.ts';
import { type EvidenceKind } from '../platform/words.ts';

/** Minutes after opening a link until its session ends; the page then opens the link again. */
export const GUEST_MINUTES = 30;
/** Orders of a client's day that a link shows; the rest is counted. */
export const MAX_GUEST_ORDERS = 500;
/** Kinds of photos that a guest sees. A «Guía o cargo» usually shows telephones, documents and amounts. */
export const GUEST_KINDS = ['entrega', 'fachada', 'incidencia', 'firma'] as const satisfies readonly EvidenceKind[];

/**
 * The secret of a guest's link: 256 random bits, and a mark of the gateway that made it, see decision 126. Links of
 * earlier versions have no mark.
 */
export const guestSecret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}([A-Za-z0-9_-]{11})?$/));

export const guestSession = z.object({ endsAt: z.iso.datetime() });

export type GuestSession = z.infer<typeof guestSession>;

const guestPhoto = z.object({
  id: z.string(),
  kind: z.enum(GUEST_KINDS),
  takenAt: z.iso.datetime(),
  width: z.int(),
  height: z.int(),
});

export type GuestPhoto = z.infer<typeof guestPhoto>;

/** An order as a guest sees it: no telephone, document, amount, address, note or courier. */
const guestOrder = z.strictObject({
  code: z.string(),
  /** The sender's own reference. */
  reference: z.nullable(z.string()),
  district: z.string(),
  state: z.enum(ORDER_STATE_CODES),
  /** When the visit that closed it took place; null while it is open. */
  closedAt: z.nullable(z.iso.datetime()),
  /** The name of who received it. */
  receiver: z.nullable(z.string()),
  /** Why the last visit failed, by the office's catalogue. */
  reason: z.nullable(z.string()),
  photos: z.array(guestPhoto),
});

export type GuestOrder = z.infer<typeof guestOrder>;

/** The content of a link. */
export const guestContent = z.strictObject({
  /** The number of the link, by which the office's list and the security log name it. */
  link: z.string(),
  company: z.string(),
  office: z.string(),
  timeZone: z.string(),
  /** The sender. */
  client: z.string(),
  /** The day of a client's orders; null for a link of one order. */
  day: z.nullable(z.string()),
  orders: z.array(guestOrder),
  /** Orders of the day beyond `MAX_GUEST_ORDERS`. */
  more: z.int(),
  /** The end of the link. */
  expiresAt: z.iso.datetime(),
  now: z.iso.datetime(),
});

export type GuestContent = z.infer<typeof guestContent>;

/** The operations of the page `/c/`. They name no office, client or order: those are the link's. */
export const GUEST_OPERATIONS = {
  'guest.session': operation('GET', '/api/guest/session', {
    summary: 'Si esta página ya abrió un enlace; si no, 401 y una cookie para poder abrirlo',
    policy: { access: 'guest-public' },
    response: guestSession,
  }),
  'guest.open': operation('POST', '/api/guest/open', {
    summary: 'Abre un enlace de «Compartir constancia» y anota la apertura',
    policy: { access: 'guest-public', answerBytes: LIST_ANSWER },
    body: z.strictObject({ secret: guestSecret }),
    response: guestContent,
  }),
  'guest.content': operation('GET', '/api/guest/content', {
    summary: 'Lo que muestra el enlace abierto, como está ahora',
    policy: { access: 'guest', answerBytes: LIST_ANSWER },
    response: guestContent,
  }),
  'guest.photo': operation('GET', '/api/guest/photos/:id', {
    summary: 'Los bytes de una foto del enlace abierto',
    policy: { access: 'guest', answerBytes: PHOTO_ANSWER, timeMs: PHOTO_TIME_MS },
    params: byId,
    query: z.strictObject({ medida: z.optional(photoSize) }),
    response: { stream: 'image/*', file: ['image/jpeg', 'image/webp'], inline: true },
  }),
};

export type GuestOperationId = keyof typeof GUEST_OPERATIONS;
