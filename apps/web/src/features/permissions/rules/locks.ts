import {
  type Caller,
  CHARGE_ALL_OFFICES,
  hasComparableAccount,
  LOCK_REASONS,
  type ModuleCode,
  type PermissionLock,
  type SessionView,
  type User,
} from '@despacho/contracts';

/** Why a cell cannot be changed. The gateway enforces the same rules; checking them here avoids a rejected save. */
export type Lock = PermissionLock | 'not-held';

/** The signed-in user. */
export type Self = Caller & Pick<SessionView, 'permissionsList'>;

/** User-facing reason of each lock, without a full stop because some places append text. */
export const REASONS: Record<Lock, string> = {
  ...LOCK_REASONS,
  'not-held': 'Solo puede dar o quitar los módulos que usted tiene',
};

/** @returns why the whole column is locked, or null. */
export function columnLock(me: Self, module: ModuleCode): Lock | null {
  if (me.charge === CHARGE_ALL_OFFICES) return null;
  return me.permissionsList.some((held) => held.module === module) ? null : 'not-held';
}

/** Locks that also prevent ending the sessions of the row's user. */
const KEEPS_SESSIONS: ReadonlySet<Lock | null> = new Set<Lock | null>([
  'no-path',
  'self',
  'maybe-self',
  'charge-s',
  'charge-unknown',
]);

/** @returns whether the signed-in user may end the sessions of a user whose row has this lock. */
export const mayEndSessions = (me: Self, user: User, lock: Lock | null): boolean =>
  !KEEPS_SESSIONS.has(lock) && hasComparableAccount(me, user);
