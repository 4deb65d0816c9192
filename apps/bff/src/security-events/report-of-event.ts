import { type ReportedKind } from '@despacho/contracts/dispatch';
import { type SecurityEventName } from './event-table.ts';
import { type NewReport } from './trail-reports.ts';

interface Reported {
  kind: ReportedKind;
  /** Kind of the subject, and the field with its id. */
  subject?: readonly [kind: string, field: string];
  /** Fields that go into the details. */
  details?: readonly string[];
  /** A detail that the event's name implies. */
  implies?: Readonly<Record<string, string>>;
}

/** The security events that are in the trail of a company too. */
const REPORTED: Partial<Record<SecurityEventName, Reported>> = {
  'login.ok': { kind: 'signIn.ok' },
  'login.failed': { kind: 'signIn.failed' },
  'login.throttled': { kind: 'signIn.throttled', details: ['limit'] },
  logout: { kind: 'session.ended', implies: { reason: 'logout' } },
  'session.ended': { kind: 'session.ended', details: ['reason'] },
  'sessions.ended': { kind: 'session.ended', subject: ['user', 'target'], details: ['ended'] },
  'export.downloaded': { kind: 'export.orders', details: ['orders', 'outcome'] },
  'password.refused': { kind: 'password.failed' },
  'money.exported': { kind: 'export.money', details: ['day', 'format', 'outcome'] },
  'report.exported': { kind: 'export.report', details: ['rows', 'period', 'day', 'format', 'outcome'] },
  'trail.exported': {
    kind: 'export.courierTrail',
    subject: ['courier', 'courier'],
    details: ['day', 'format', 'outcome'],
  },
  'photos.downloaded': { kind: 'photos.downloaded', details: ['photos', 'outcome'] },
  'photo.removed': { kind: 'photos.removed', subject: ['photo', 'photo'] },
  'documents.viewed': { kind: 'document.viewed', subject: ['courier', 'courier'] },
  'receiver.viewed': { kind: 'document.viewed', subject: ['visit', 'visit'] },
  'guest.linked': { kind: 'guestLink.created', subject: ['guestLink', 'link'], details: ['days', 'order', 'day'] },
  'guest.revoked': { kind: 'guestLink.revoked', subject: ['guestLink', 'link'] },
  'phone.linked': { kind: 'courier.phoneLinked', subject: ['courier', 'courier'] },
  'phone.disconnected': { kind: 'courier.phoneDisconnected', subject: ['courier', 'courier'] },
  'tracker.linked': { kind: 'courier.phoneLinked', subject: ['courier', 'courier'], implies: { by: 'tracker' } },
  'tracker.revoked': {
    kind: 'courier.phoneDisconnected',
    subject: ['courier', 'courier'],
    implies: { by: 'tracker' },
  },
  // Our own service records the change in its transaction.
  'permissions.settled': {
    kind: 'permissions.changed',
    subject: ['user', 'target'],
    details: ['before', 'after', 'outcome'],
  },
};

type Person = NonNullable<NewReport['person']>;
type Attempt = NonNullable<NewReport['attempt']>;

/** Who an event is about, besides its fields. */
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
  const { kind, subject, details = [], implies = {} } = reported;
  const id = subject && textOf(fields[subject[1]]);
  const found = details.flatMap((field) => (isValue(fields[field]) ? [[field, fields[field]] as const] : []));
  const values = { ...Object.fromEntries(found), ...implies } as NonNullable<NewReport['details']>;
  const [requestId, address, officeId] = ['requestId', 'ip', 'officeId'].map((field) => textOf(fields[field]));
  return {
    kind,
    ...(requestId !== undefined && { requestId }),
    ...(address !== undefined && { address }),
    ...(attempt ? { attempt } : { person }),
    ...(officeId !== undefined && { officeId }),
    ...(subject && id !== undefined && { subject: { kind: subject[0], id } }),
    ...(Object.keys(values).length > 0 && { details: values }),
  };
}
