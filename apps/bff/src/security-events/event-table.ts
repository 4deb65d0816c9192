/**
 * One kind of line in the security log. In addition to its fields every line has level, time (UTC), service and event.
 */
interface SecurityEvent {
  /** `info` by default. */
  level?: 'warn' | 'error';
  fields: readonly string[];
  /** One sentence, for docs/security/events.md. */
  meaning: string;
}

/** For refusals of the chain: which request, from where, by whom if known, and why. */
const REFUSAL = ['requestId', 'operation', 'ip', 'session', 'account', 'kind', 'note'] as const;
const refusal = <const More extends readonly string[]>(meaning: string, ...more: More) =>
  ({ level: 'warn', fields: [...REFUSAL, ...more], meaning }) as const;
/**
 * For exports: who downloaded which orders: the user name in clear, the number of orders, and a digest of the filter.
 */
const EXPORT = ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'orders', 'filter'] as const;
/** For archives of photos: who downloaded how many, and a digest of which. */
const PHOTOS = ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'photos', 'selection'] as const;
/** For couriers' phones: who changed the phone of which courier. */
const PHONE = ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'courier'] as const;
/** For links of guests: who shared what, or ended it. */
const GUEST_LINK = ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'link'] as const;
/** For audits: who changed what for whom. Names are those of the host's list, because an audit requires them. */
const AUDIT = ['requestId', 'session', 'account', 'by', 'target', 'officeId'] as const;

/** Every security event, by its name in the log. Each occurrence is one line. */
export const SECURITY_EVENTS = {
  'login.ok': {
    fields: ['requestId', 'ip', 'session', 'account', 'by'],
    meaning: 'A user signed in from this address. `by`: password, factor, recovery (a code of it) or provider.',
  },
  'login.pending': {
    fields: ['requestId', 'ip', 'account'],
    meaning:
      'A password or a provider’s account was proved, and the sign-in waits for the code of a second factor, or until a required one is set up (`second-factor.test.ts`).',
  },
  'factor.refused': refusal(
    'The code of a second factor was wrong, used or too old, or its sign-in was over; or there were too many wrong ones in a day (`second-factor.test.ts`). In a user’s own change the password was right.',
  ),
  'factor.changed': {
    fields: ['requestId', 'ip', 'session', 'account', 'change', 'ended'],
    meaning:
      'A user changed their second factor. `change`: added (also before a sign-in that requires it), renewed (its recovery codes) or removed; `ended` is the number of their other sessions, which were ended.',
  },
  'provider.refused': refusal(
    'An authorization response of a provider was refused: its state or code is of another browser, used or expired, its token is not valid, or its account is not linked; or a logout token was refused (`provider-lies.test.ts`). `note` has the reason.',
  ),
  'provider.changed': {
    fields: ['requestId', 'ip', 'session', 'account', 'change', 'ended'],
    meaning:
      'A user linked their account with the company’s provider, or removed the link. `change`: linked or unlinked; `ended` is the number of their other sessions, which were ended.',
  },
  'provider.logout': {
    fields: ['requestId', 'ip', 'ended'],
    meaning: 'A provider reported that a user signed out there; `ended` is the number of sessions that this ended.',
  },
  'session.proved': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'ended'],
    meaning:
      'A user proved again who they are, for an operation that requires it. `by`: password, factor, recovery or provider; `ended` is the number of their other sessions, which a recovery code ended.',
  },
  'login.failed': refusal('Sucursal, user or password was wrong; `note` contains the status of the host’s response.'),
  'login.throttled': refusal(
    'Too many failed logins, or refused links of couriers’ phones, of guests or for a password, passwords judged while they are typed, or requests for the provider of a branch; the host was not called. `limit`: account, account-here, address, site, or enrolment, guest, password-link, password-check or provider, each also with -site.',
    'limit',
  ),
  logout: { fields: ['requestId', 'session', 'account'], meaning: 'A user signed out.' },
  'session.ended': {
    fields: ['session', 'account', 'reason'],
    meaning:
      'A signed-in session ended without a logout. `reason`: replaced (a new login), idle, absolute, too-many (of one person), full (the pool), owner, administrator, provider (the user signed out there) or host (it refused the token).',
  },
  'session.refused': refusal('The cookie of a request has an unknown or ended session.'),
  'sessions.ended': {
    fields: [...AUDIT, 'ip', 'ended'],
    meaning:
      'An administrator ended the sessions of a user (`target`), or a user ended their own other sessions; `ended` is their number.',
  },
  'password.changed': {
    fields: ['requestId', 'ip', 'session', 'account', 'ended'],
    meaning:
      'A user changed their own password; `ended` is the number of their other sessions, which were ended. Without `session`: a temporary one, before a sign-in.',
  },
  'password.linked': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'target', 'officeId'],
    meaning:
      'A user created the link with which another one may choose a password once (`apps/bff/test/controls/passwords.test.ts`).',
  },
  'password.reset': {
    fields: ['requestId', 'ip', 'account'],
    meaning: 'A password was set with such a link; the sessions of its account end.',
  },
  'password.refused': refusal(
    'The current password was wrong in a user’s own change of password or second factor (`unprocessable`), or a link for a password was invented, expired or used (`expired`).',
  ),
  'csrf.refused': refusal('The csrf token was missing or invalid for the session.'),
  'origin.refused': refusal('The request came from another site.'),
  'access.refused': refusal(
    'The user lacks the module or the charge, tried to change their own account, or was refused by the upstream.',
  ),
  'office.refused': refusal('The office is not the user’s own.'),
  'rate.limited': refusal(
    'Too many requests. `limit`: session (its rate), parallel (concurrent in a session), uploads (imports and photos), address (without a session), or service (the dispatch service refused it).',
    'limit',
  ),
  'answer.cut': {
    level: 'warn',
    fields: ['session', 'bytes'],
    meaning:
      'Responses of one user, or of all users, exceeded the allowed bytes in the gateway: being read from an upstream, or not read by the client.',
  },
  'request.broken': refusal(
    'A request broke its contract: an ambiguous target, an unknown field, a wrong type, or a limit.',
  ),
  'bytes.refused': {
    level: 'warn',
    fields: ['requestId', 'kind', 'note', 'status', 'ip', 'cut'],
    meaning:
      'Bytes that were not a request, or an incomplete one. `cut`: the connection was closed without a response, which could have been read as part of another one.',
  },
  'connections.full': {
    level: 'warn',
    fields: ['limit'],
    meaning: 'Connections are refused; logged at most once a minute (`slow-clients.test.ts`).',
  },
  'contract.broken': { level: 'error', fields: REFUSAL, meaning: 'An upstream’s response broke its contract.' },
  'export.prepared': {
    fields: [...EXPORT, 'format'],
    meaning:
      'A user has prepared a download of orders of an office; `orders` is their number. `filter` is a keyed digest of the filter.',
  },
  'export.downloaded': {
    fields: [...EXPORT, 'outcome'],
    meaning:
      'A prepared file was sent; `orders` and `filter` are those of its preparation. `outcome`: complete or cut. The number of sent rows is in the dispatch service’s line `file sent` of the same `requestId`.',
  },
  'money.exported': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'day', 'format', 'outcome'],
    meaning: 'A user downloaded the money of an office’s day, one row for each courier. `outcome`: complete or cut.',
  },
  'photos.prepared': {
    fields: [...PHOTOS, 'orders'],
    meaning:
      'A user has prepared a download of selected photos; `photos` is their number, `orders` that of their orders. `selection` is a keyed digest of the selection.',
  },
  'photos.downloaded': {
    fields: [...PHOTOS, 'outcome'],
    meaning:
      'A prepared archive was sent; `photos` and `selection` are those of its preparation. `outcome`: complete or cut. The number of sent photos is in the dispatch service’s line `file sent` of the same `requestId`.',
  },
  'photo.removed': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'photo', 'order'],
    meaning:
      'A user removed a photo; `photo` is its number, `order` the id of its order. The reason is in the dispatch service’s event `evidence.removed`.',
  },
  'photo.viewed': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'photo'],
    meaning: 'A user opened a photo, larger than a thumbnail; `photo` is its number.',
  },
  'report.exported': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'rows', 'period', 'day', 'format', 'outcome'],
    meaning:
      'A user downloaded the figures of an office by client, courier or district (`rows`). `period` is the day, week or month that contains `day`. `outcome`: complete or cut.',
  },
  'phone.linked': {
    fields: PHONE,
    meaning: 'A user created the link and code that connect a courier’s phone.',
  },
  'phone.connected': {
    fields: ['requestId', 'ip', 'session'],
    meaning: 'A courier’s phone was connected with a link and its code; `session` identifies it from now on.',
  },
  'phone.refused': refusal(
    'A link of a courier’s phone was void (`expired`), or its code was wrong (`unprocessable`).',
  ),
  'phone.disconnected': {
    fields: PHONE,
    meaning: 'A user disconnected a courier’s phone and voided its link.',
  },
  'tracker.linked': {
    fields: PHONE,
    meaning:
      'A user created the address with which Traccar Client sends the positions of a courier; the previous one is void.',
  },
  'tracker.revoked': {
    fields: PHONE,
    meaning: 'A user revoked the address with which Traccar Client sends the positions of a courier.',
  },
  'phone.left': { fields: ['requestId', 'session'], meaning: 'A courier signed out of a phone.' },
  'guest.linked': {
    fields: [...GUEST_LINK, 'days', 'order', 'client', 'day'],
    meaning:
      'A user shared an order, or the orders of a client on a day, with people without an account; `link` is its number, `days` how long it is valid.',
  },
  'guest.revoked': { fields: GUEST_LINK, meaning: 'A user ended such a link.' },
  'guest.opened': {
    fields: ['requestId', 'ip', 'session', 'link'],
    meaning: 'A guest opened the link with this number; `session` identifies the guest from now on.',
  },
  'guest.refused': refusal(
    'The link of a guest was void: invented, expired, revoked, erased, or its author may not share any more. `note`: a gateway made it, so it was not guessed.',
  ),
  'receiver.viewed': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'visit'],
    meaning: 'A user read who received an order with the whole document; `visit` is the number of the visit.',
  },
  'documents.viewed': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'courier'],
    meaning: 'A user read the documents of a courier, with their numbers.',
  },
  'trail.viewed': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'courier', 'day'],
    meaning:
      'A user read where a courier was on a working day, or, without `courier`, all couriers of the office. Without `day`: the current one.',
  },
  'courier.followed': {
    fields: PHONE,
    meaning: 'A user began to follow a courier on the live map («Seguir»).',
  },
  'trail.exported': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'courier', 'day', 'format', 'outcome'],
    meaning: 'A user downloaded the trail of a courier’s working day. `outcome`: complete or cut.',
  },
  'people.created': {
    fields: ['requestId', 'session', 'account', 'by', 'officeId', 'people'],
    meaning: 'A user created accounts of an office; `people` are their ids.',
  },
  'person.changed': {
    fields: [...AUDIT, 'change', 'ended'],
    meaning:
      'A user changed an account. `change`: edited, enabled, disabled, retired, deleted, moved, factorRemoved, factorPermitted, providerInvited or providerUnlinked. All but an edit, enabling, a permit and an invitation end the sessions, `ended` is their number. Before and after are in the dispatch service’s event `person.changed`.',
  },
  'records.viewed': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId'],
    meaning: 'A user read the first page of a search in the trail of their company.',
  },
  'records.exported': {
    fields: ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'format', 'outcome'],
    meaning:
      'A user downloaded what they found in the trail of their company. `outcome`: complete or cut. The number of entries is in the dispatch service’s line `file sent` of the same `requestId`.',
  },
  'permissions.refused': refusal('A permission change violated a rule; `note` says which.'),
  'permissions.requested': {
    fields: [...AUDIT, 'before', 'after'],
    meaning: 'A permission change is about to be sent to the host.',
  },
  'permissions.settled': {
    fields: [...AUDIT, 'before', 'after', 'outcome'],
    meaning: 'Its result: `outcome` is accepted, refused, or unknown without a clear response.',
  },
} as const satisfies Record<string, SecurityEvent>;

export type SecurityEventName = keyof typeof SECURITY_EVENTS;

/** A field without a value is left out of the line. */
export type FieldsOf<Name extends SecurityEventName> = Partial<
  Record<(typeof SECURITY_EVENTS)[Name]['fields'][number], unknown>
>;

export const levelOf = (name: SecurityEventName): 'info' | 'warn' | 'error' =>
  (SECURITY_EVENTS[name] as SecurityEvent).level ?? 'info';
