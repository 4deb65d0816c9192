import { CHARGE_ALL_OFFICES, type ModuleCode, type SessionView, type User } from '@despacho/contracts';
import { codesOf } from './pending.ts';

/** Why a cell cannot be changed. The gateway holds the same rules; telling them here spares people a refused save. */
export type Lock = 'unreported' | 'self' | 'not-held';

type Me = Pick<SessionView, 'id' | 'username' | 'charge' | 'officeId' | 'permissionsList'>;

/** Each lock as a person reads it. No full stop: some places put one, some do not. */
export const LOCK_REASONS: Record<Lock, string> = {
  unreported: 'El servicio no indica los permisos de esta persona',
  self: 'Nadie puede cambiar sus propios permisos',
  'not-held': 'Solo puede dar o quitar los módulos que usted tiene',
};

/** @returns whether `user`, in the list of `officeId`, is the signed-in person. A host may not tell a person's own id. */
export function isSelf(me: Me, user: User, officeId: string): boolean {
  if (me.id !== null) return String(user.id) === me.id;
  return officeId === me.officeId.id && user.username?.toLowerCase() === me.username.toLowerCase();
}

/** @returns why the whole row is closed to changes, or null. */
export function rowLock(me: Me, user: User, officeId: string): Lock | null {
  if (isSelf(me, user, officeId)) return 'self';
  return codesOf(user) ? null : 'unreported';
}

/** @returns why the whole column is closed to changes, or null. */
export function columnLock(me: Me, module: ModuleCode): Lock | null {
  if (me.charge === CHARGE_ALL_OFFICES) return null;
  return me.permissionsList.some((held) => held.module === module) ? null : 'not-held';
}
