/**
 * One kind of line in the security log. In addition to its fields every line has level, time (UTC), service and event.
 */
interface SecurityEvent {
  level: 'info' | 'warn' | 'error';
  fields: readonly string[];
  /** One sentence, for docs/security/events.md. */
  meaning: string;
}

/** For refusals of the chain: which request, from where, by whom if known, and why. */
const REFUSAL = ['requestId', 'operation', 'ip', 'session', 'account', 'kind', 'note'] as const;
/**
 * For exports: who downloaded which orders: the user name in clear, the number of orders, and a digest of the filter.
 */
const EXPORT = ['requestId', 'ip', 'session', 'account', 'by', 'officeId', 'orders', 'filter'] as const;
/** For audits: who changed what for whom. Names are those of the host's list, because an audit requires them. */
const AUDIT = ['requestId', 'session', 'account', 'by', 'target', 'officeId'] as const;

/** Every security event, by its name in the log. Each occurrence is one line. */
export const SECURITY_EVENTS = {
  'login.ok': {
    level: 'info',
    fields: ['requestId', 'ip', 'session', 'account'],
    meaning: 'Somebody signed in, from this address.',
  },
  'login.failed': {
    level: 'warn',
    fields: REFUSAL,
    meaning: 'Sucursal, user or password was wrong; `note` says how the host put it.',
  },
  'login.throttled': {
    level: 'warn',
    fields: [...REFUSAL, 'limit'],
    meaning: 'Too many failed logins; the host was not asked. `limit`: account, account-here, address or site.',
  },
  logout: { level: 'info', fields: ['requestId', 'session', 'account'], meaning: 'Somebody left.' },
  'session.ended': {
    level: 'info',
    fields: ['session', 'account', 'reason'],
    meaning:
      'A signed-in session ended otherwise than by leaving. `reason`: replaced (a new login), idle, absolute, too-many (of one person), full (the pool), owner, administrator or host (it refused the token).',
  },
  'session.refused': {
    level: 'warn',
    fields: REFUSAL,
    meaning: 'A request came with a cookie that names no session, or none any more.',
  },
  'sessions.ended': {
    level: 'info',
    fields: [...AUDIT, 'ended'],
    meaning: 'An administrator ended somebody’s sessions, so many of them.',
  },
  'csrf.refused': { level: 'warn', fields: REFUSAL, meaning: 'The anti-forgery token was missing or another’s.' },
  'origin.refused': { level: 'warn', fields: REFUSAL, meaning: 'Another site set the request off.' },
  'access.refused': {
    level: 'warn',
    fields: REFUSAL,
    meaning: 'The person lacks the module or the charge, or meant themselves.',
  },
  'office.refused': { level: 'warn', fields: REFUSAL, meaning: 'The office is not the person’s own.' },
  'rate.limited': {
    level: 'warn',
    fields: [...REFUSAL, 'limit'],
    meaning:
      'Too many requests. `limit`: session (per minute), parallel (of a session at once), imports, or address (for whoever has no session).',
  },
  'answer.cut': {
    level: 'warn',
    fields: ['session', 'bytes'],
    meaning:
      'A person, or all together, had more bytes of answers in the gateway than allowed: being read from an upstream, or not read by the client.',
  },
  'request.broken': {
    level: 'warn',
    fields: REFUSAL,
    meaning: 'A request broke its contract: an odd target, an unknown field, a wrong type, too much.',
  },
  'bytes.refused': {
    level: 'warn',
    fields: ['requestId', 'kind', 'note', 'status', 'ip', 'cut'],
    meaning:
      'What came was no request, or never became one. `cut`: the connection was cut without a word, for it might have been read as part of another answer.',
  },
  'connections.full': {
    level: 'warn',
    fields: ['limit'],
    meaning: 'Connections are refused; logged at most once a minute.',
  },
  'contract.broken': { level: 'error', fields: REFUSAL, meaning: 'An upstream’s answer broke its contract.' },
  'export.prepared': {
    level: 'info',
    fields: [...EXPORT, 'format'],
    meaning: 'Somebody has so many orders of an office ready to download. `filter` is a keyed digest of the filter.',
  },
  'export.downloaded': {
    level: 'info',
    fields: [...EXPORT, 'outcome'],
    meaning:
      'Such a file was sent; `orders` and `filter` as it was prepared. `outcome`: complete, or cut. How many rows were sent is in the dispatch service’s line `file sent` of the same `requestId`.',
  },
  'permissions.refused': {
    level: 'warn',
    fields: REFUSAL,
    meaning: 'A permission change was against the rules; `note` says which.',
  },
  'permissions.requested': {
    level: 'info',
    fields: [...AUDIT, 'before', 'after'],
    meaning: 'A permission change is about to be asked of the host.',
  },
  'permissions.settled': {
    level: 'info',
    fields: [...AUDIT, 'before', 'after', 'outcome'],
    meaning: 'What came of it: `outcome` is accepted, refused, or unknown when no clear answer came.',
  },
} as const satisfies Record<string, SecurityEvent>;

export type SecurityEventName = keyof typeof SECURITY_EVENTS;

/** A field without a value is left out of the line. */
export type FieldsOf<Name extends SecurityEventName> = Partial<
  Record<(typeof SECURITY_EVENTS)[Name]['fields'][number], unknown>
>;
