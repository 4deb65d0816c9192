import { CHARGE_ALL_OFFICES, type SessionView } from './session.ts';
import { id } from './shared.ts';
import { chargeOf, type User } from './users.ts';

/**
 * Why a user's permissions cannot be changed. The gateway refuses such a save, the web locks the row from the start,
 * and `npm run check:legacy` counts them; all three use `permissionLock`.
 */
export type PermissionLock = 'no-path' | 'self' | 'maybe-self' | 'charge-s' | 'charge-unknown' | 'unreported';

/** Reason of each lock for the user, without a full stop because some places append text. */
export const LOCK_REASONS: Readonly<Record<PermissionLock, string>> = {
  'no-path':
    'El código de esta persona tiene caracteres que no se admiten; pida al administrador del servicio otro código',
  self: 'Nadie puede cambiar sus propios permisos',
  'maybe-self':
    'No se puede comprobar que esta persona no sea usted: el servicio no indica su cuenta, y su nombre falta o es igual al suyo',
  'charge-s': 'Tiene el cargo S: solo otra persona con cargo S puede cambiar sus permisos o cerrar sus sesiones',
  'charge-unknown':
    'El servicio no indica su cargo: solo alguien con cargo S puede cambiar sus permisos o cerrar sus sesiones',
  unreported: 'El servicio no indica los permisos de esta persona',
};

/** The signed-in user, by what can be compared with a listed one. */
export type Caller = Pick<SessionView, 'id' | 'username' | 'user' | 'charge'> & {
  /** Whether the host states the display name; otherwise `user` only repeats the account. */
  isNamed?: boolean | undefined;
};

type Listed = Pick<User, 'id' | 'username' | 'user'>;

/** Hosts compare names without case, and some without accents, but return them as typed. */
const names = new Intl.Collator('en', { sensitivity: 'base' });

const plain = (name: string | undefined): string => (name ?? '').trim().replace(/\s+/g, ' ');

const isSameName = (one: string | undefined, other: string): boolean => names.compare(plain(one), plain(other)) === 0;

/**
 * @returns whether ids or accounts can distinguish a listed user from the caller. A host that sends only documented
 * fields sends neither id nor account of the caller, and no accounts in its list.
 */
export const hasComparableAccount = (caller: Pick<Caller, 'id'>, { username }: Listed): boolean =>
  caller.id !== null || plain(username) !== '';

/** @returns whether a listed user's display name is the caller's name or account. */
export const bearsNameOf = (caller: Caller, { user }: Listed): boolean =>
  isSameName(user, caller.user) || isSameName(user, caller.username);

/**
 * Compares a listed user with the caller: by id and account; where the host states neither, by display name.
 * @returns `maybe-self` if the display name is equal, or missing on either side.
 */
export function identityOf(caller: Caller, listed: Listed): 'self' | 'maybe-self' | 'other' {
  if (String(listed.id) === caller.id) return 'self';
  if (plain(listed.username) !== '') return isSameName(listed.username, caller.username) ? 'self' : 'other';
  if (hasComparableAccount(caller, listed)) return 'other';
  const isKnown = caller.isNamed === true && plain(listed.user) !== '';
  return isKnown && !bearsNameOf(caller, listed) ? 'other' : 'maybe-self';
}

/** Only charge S changes charge S. An unknown charge may be S. */
export function chargeLock(caller: Pick<Caller, 'charge'>, listed: Pick<User, 'charge'>): PermissionLock | null {
  const charge = chargeOf(listed);
  if (caller.charge === CHARGE_ALL_OFFICES || charge === 'other') return null;
  return charge === 'S' ? 'charge-s' : 'charge-unknown';
}

/** @returns why the caller cannot change a listed user's permissions; null if they can. */
export function permissionLock(caller: Caller, listed: User): PermissionLock | null {
  if (!id.safeParse(String(listed.id)).success) return 'no-path';
  const identity = identityOf(caller, listed);
  if (identity !== 'other') return identity;
  return chargeLock(caller, listed) ?? (listed.permissionsList ? null : 'unreported');
}
