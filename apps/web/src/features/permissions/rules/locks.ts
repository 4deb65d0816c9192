import { CHARGE_ALL_OFFICES, chargeOf, type ModuleCode, type SessionView, type User } from '@despacho/contracts';
import { codesOf } from './pending.ts';

/** Why a cell cannot be changed. The gateway enforces the same rules; checking them here avoids a rejected save. */
export type Lock = 'unreported' | 'self' | 'charge-s' | 'charge-unknown' | 'not-held';

/** The signed-in user. */
export type Me = Pick<SessionView, 'id' | 'username' | 'charge' | 'officeId' | 'permissionsList'>;

/** User-facing reason of each lock, without a full stop because some places append text. */
export const LOCK_REASONS: Record<Lock, string> = {
  unreported: 'El servicio no indica los permisos de esta persona',
  self: 'Nadie puede cambiar sus propios permisos',
  'charge-s': 'Tiene el cargo S: solo otra persona con cargo S puede cambiar sus permisos o cerrar sus sesiones',
  'charge-unknown':
    'El servicio no indica su cargo: solo alguien con cargo S puede cambiar sus permisos o cerrar sus sesiones',
  'not-held': 'Solo puede dar o quitar los módulos que usted tiene',
};

/**
 * @returns whether `user`, in the list of `officeId`, is the signed-in user. Falls back to account and office,
 * because some hosts do not send the id.
 */
export function isSelf(me: Me, user: User, officeId: string): boolean {
  if (me.id !== null) return String(user.id) === me.id;
  return officeId === me.officeId.id && user.username?.toLowerCase() === me.username.toLowerCase();
}

/** @returns why the whole row is locked, or null. */
export function rowLock(me: Me, user: User, officeId: string): Lock | null {
  if (isSelf(me, user, officeId)) return 'self';
  const charge = chargeOf(user);
  if (me.charge !== CHARGE_ALL_OFFICES && charge !== 'other') return charge === 'S' ? 'charge-s' : 'charge-unknown';
  return codesOf(user) ? null : 'unreported';
}

/** @returns why the whole column is locked, or null. */
export function columnLock(me: Me, module: ModuleCode): Lock | null {
  if (me.charge === CHARGE_ALL_OFFICES) return null;
  return me.permissionsList.some((held) => held.module === module) ? null : 'not-held';
}

/** @returns whether the signed-in user may end the sessions of a user whose row has this lock. */
export const mayEndSessions = (lock: Lock | null): boolean =>
  lock !== 'self' && lock !== 'charge-s' && lock !== 'charge-unknown';
