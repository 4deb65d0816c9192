import { type ReportedKind } from '@despacho/contracts/dispatch';
import { type SecurityEventName } from './event-table.ts';
import { type NewReport } from './trail-reports.ts';

interface Reported {
  kind: ReportedKind;
  /** Kind of the subject, and the field with its id: the first one that the event has. */
  subjects?: readonly (readonly [kind: string, field: string])[];
  /** Fields that go into the details. */
  details?: readonly string[];
  /** A detail that the event's name implies. */
  implies?: Readonly<Record<string, string>>;
}

/** Reasons of ends by an act that is reported itself: a sign-in, a change of the account, or `sessions.ended`. */
const PARTS_OF_ACTS: readonly unknown[] = ['replaced', 'owner', 'administrator'];

/** Names only the operation: the content of a refused request was not validated. */
const REFUSED: Reported = { kind: 'access.refused', subjects: [['operation', 'operation']], details: ['kind'] };

/** The security events that are in the trail of a company too. */
const REPORTED: Partial<Record<SecurityEventName, Reported>> = {
  'login.ok': { kind: 'signIn.ok' },
  'login.failed': { kind: 'signIn.failed' },
  'login.throttled': { kind: 'signIn.throttled', details: ['limit'] },
  logout: { kind: 'session.ended', implies: { reason: 'logout' } },
  'session.ended': { kind: 'session.ended', details: ['reason'] },
  'sessions.ended': { kind: 'session.ended', subjects: [['user', 'target']], details: ['ended'] },
  'export.downloaded': { kind: 'export.orders', details: ['orders', 'outcome'] },
  'password.refused': { kind: 'password.failed' },
  'factor.refused': { kind: 'factor.failed' },
  'money.exported': { kind: 'export.money', details: ['day', 'format', 'outcome'] },
  'report.exported': { kind: 'export.report', details: ['rows', 'period', 'day', 'format', 'outcome'] },
  'trail.exported': {
    kind: 'export.courierTrail',
    subjects: [['courier', 'courier']],
    details: ['day', 'format', 'outcome'],
  },
  'photos.downloaded': { kind: 'photos.downloaded', details: ['photos', 'outcome'] },
  'photo.removed': {
    kind: 'photos.removed',
    subjects: [
      ['order', 'order'],
      ['photo', 'photo'],
    ],
    details: ['photo'],
  },
  'photo.viewed': { kind: 'photo.viewed', subjects: [['photo', 'photo']] },
  'documents.viewed': { kind: 'document.viewed', subjects: [['courier', 'courier']] },
  'receiver.viewed': { kind: 'document.viewed', subjects: [['visit', 'visit']] },
  'guest.linked': { kind: 'guestLink.created', subjects: [['guestLink', 'link']], details: ['days', 'day'] },
  'guest.revoked': { kind: 'guestLink.revoked', subjects: [['guestLink', 'link']] },
  'phone.linked': { kind: 'courier.phoneLinked', subjects: [['courier', 'courier']] },
  'phone.disconnected': { kind: 'courier.phoneDisconnected', subjects: [['courier', 'courier']] },
  'tracker.linked': { kind: 'courier.phoneLinked', subjects: [['courier', 'courier']], implies: { by: 'tracker' } },
  'tracker.revoked': {
    kind: 'courier.phoneDisconnected',
    subjects: [['courier', 'courier']],
    implies: { by: 'tracker' },
  },
  'courier.followed': { kind: 'courier.followed', subjects: [['courier', 'courier']] },
  // Without a courier: all of the office.
  'trail.viewed': {
    kind: 'courier.trailViewed',
    subjects: [
      ['courier', 'courier'],
      ['office', 'officeId'],
    ],
    details: ['day'],
  },
  'access.refused': REFUSED,
  'office.refused': REFUSED,
  'permissions.refused': REFUSED,
  'rate.limited': { kind: 'requests.throttled', subjects: [['operation', 'operation']], details: ['limit'] },
  // Our own service records the change in its transaction.
  'permissions.settled': {
    kind: 'permissions.changed',
    subjects: [['user', 'target']],
    details: ['before', 'after', 'outcome'],
  },
};

type Person = NonNullable<NewReport['person']>;
type Attempt = NonNullable<NewReport['attempt']>;

/** The subject of an event, in addition to its fields. */
export interface EventSource {
  person?: Person | undefined;
  attempt?: Attempt | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Values that the contract accepts; any other is left out. */
const isValue = (value: unknown): value is string | number | string[] =>
  typeof value === 'string' || typeof value === 'number' || Array.isArray(value);

/**
 * @param ownsDirectory whether our own service keeps the accounts, and so records permissions itself. The company of a
 * failed sign-in at a foreign host is unknown.
 * @returns what goes into the trail for an event; undefined for one that does not, or that has no company.
 */
export function reportOfEvent(
  name: SecurityEventName,
  fields: Readonly<Record<string, unknown>>,
  { person, attempt }: EventSource,
  ownsDirectory: boolean,
): NewReport | undefined {
  const reported = REPORTED[name];
  const isOfAccounts = name === 'permissions.settled';
  // A refused link has no account.
  const isUnknown = name === 'password.refused' && !attempt;
  if (!reported || isUnknown || (attempt ? !ownsDirectory : !person) || (isOfAccounts && ownsDirectory))
    return undefined;
  const { kind, subjects = [], details = [], implies = {} } = reported;
  const [subject] = subjects.flatMap(([of, field]) => {
    const id = textOf(fields[field]);
    return id === undefined ? [] : [{ kind: of, id }];
  });
  const found = details.flatMap((field) => (isValue(fields[field]) ? [[field, fields[field]] as const] : []));
  const values = { ...Object.fromEntries(found), ...implies } as NonNullable<NewReport['details']>;
  if (name === 'session.ended' && PARTS_OF_ACTS.includes(fields['reason'])) return undefined;
  const [requestId, address, officeId] = ['requestId', 'ip', 'officeId'].map((field) => textOf(fields[field]));
  return {
    kind,
    ...(requestId !== undefined && { requestId }),
    ...(address !== undefined && { address }),
    ...(attempt ? { attempt } : { person }),
    ...(officeId !== undefined && { officeId }),
    ...(subject && { subject }),
    ...(Object.keys(values).length > 0 && { details: values }),
  };
}
