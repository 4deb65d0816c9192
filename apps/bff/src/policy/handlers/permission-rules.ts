import { CHARGE_ALL_OFFICES, chargeOf, isModuleCode, type ProblemKind, type User } from '@despacho/contracts';
import { Failure } from '../../problems/failure.ts';
import { type Person } from '../../session/record.ts';

export interface PermissionChange {
  caller: Person;
  targetId: string;
  /** Users of the office, as the legacy host lists them now. */
  users: readonly User[];
  /** The requested list. */
  wanted: readonly string[];
  /** The list that the caller started from. */
  basedOn: readonly string[] | undefined;
  /** Current users of the caller's own office, if the target's is another. */
  callersOffice?: readonly User[] | undefined;
}

const codesOf = (user: User): string[] => (user.permissionsList ?? []).map(({ module }) => module);

const refuse = (detail: string, note: string) => new Failure('permission-rule', { detail, note });

/** Hosts compare names without case, and some without accents, but return them as typed. */
const names = new Intl.Collator('en', { sensitivity: 'base' });

const isSameName = (one: string, other: string): boolean => names.compare(one.trim(), other.trim()) === 0;

/** Whether a user of the office is the caller, as far as ids and names show. */
export function isCaller(caller: Person, target: User): boolean {
  if (String(target.id) === caller.id) return true;
  return target.username !== undefined && isSameName(target.username, caller.username);
}

/**
 * Only charge S changes charge S. An unknown charge may be S.
 * @throws Failure of the given kind.
 */
export function requireChargeOver(caller: Person, target: User, kind: ProblemKind): void {
  const charge = chargeOf(target);
  if (caller.charge === CHARGE_ALL_OFFICES || charge === 'other') return;
  const detail =
    charge === 'S'
      ? 'Esta persona tiene el cargo S: solo otra persona con cargo S puede cambiar sus permisos o cerrar sus sesiones.'
      : 'El servicio no indica el cargo de esta persona: solo alguien con cargo S puede cambiar sus permisos o cerrar sus sesiones.';
  throw new Failure(kind, { detail, note: `charge of the target: ${charge}` });
}

const holdsAdministration = (user: User): boolean => codesOf(user).includes('G01');

/**
 * The caller had charge S and G01 at the last refresh; two people could revoke each other's meanwhile. So the current
 * lists must still contain an administrator: another person of charge S, or the caller.
 */
function leavesAnAdministratorOfChargeS({ caller, users, callersOffice }: PermissionChange, target: User): boolean {
  const remains = (user: User) => user !== target && holdsAdministration(user);
  return (
    [...users, ...(callersOffice ?? [])].some((user) => remains(user) && chargeOf(user) === 'S') ||
    (callersOffice ?? users).some((user) => remains(user) && isCaller(caller, user))
  );
}

/** Without the caller's id or the target's name, the two cannot be distinguished. */
const mayBeCaller = (caller: Person, target: User): boolean =>
  caller.id === null && (target.username ?? '').trim() === '';

/** Codes that this product does not know may be missing from `basedOn`: they are always kept. */
function isStale(before: readonly string[], basedOn: readonly string[]): boolean {
  const based = new Set(basedOn);
  const now = new Set(before);
  return before.some((code) => isModuleCode(code) && !based.has(code)) || basedOn.some((code) => !now.has(code));
}

/**
 * The rules of a permission change (design: Permissions).
 * @returns the list before, and the list to save: the requested one, plus codes that this product does not know.
 * @throws Failure `not-found`, `permission-rule` or `conflict`.
 */
export function applyPermissionRules(change: PermissionChange): { before: string[]; after: string[] } {
  const { caller, targetId, users, wanted, basedOn } = change;
  const target = users.find((user) => String(user.id) === targetId);
  // The list may not contain the caller.
  if (isCaller(caller, target ?? { id: targetId }))
    throw refuse('Nadie puede cambiar sus propios permisos.', 'change of own permissions');
  if (!target) throw new Failure('not-found', { note: 'target is not in the list of users' });
  if (mayBeCaller(caller, target))
    throw refuse(
      'No se puede comprobar que esta persona no sea usted: su cuenta no indica quién es.',
      'neither the caller’s id nor the target’s name is known',
    );
  requireChargeOver(caller, target, 'permission-rule');
  if (!target.permissionsList)
    throw refuse(
      'El servicio no indica los permisos de esta persona; no se pueden cambiar desde aquí.',
      'the host returned no permission list of the target',
    );
  const before = codesOf(target);
  if (basedOn && isStale(before, basedOn))
    throw new Failure('conflict', { note: 'permission list changed in between' });
  const after = [...new Set([...wanted, ...before.filter((code) => !isModuleCode(code))])];
  const lacking = after.filter((code) => !before.includes(code) && !caller.modules.includes(code));
  if (lacking.length > 0 && caller.charge !== CHARGE_ALL_OFFICES)
    throw refuse('Solo puede otorgar los permisos que usted tiene.', 'grant of a module the caller lacks');
  if (before.includes('G01') && !after.includes('G01')) {
    if (!users.some((user) => user !== target && holdsAdministration(user)))
      throw refuse('La oficina debe conservar al menos una persona con el permiso Permisos.', 'last G01 of the office');
    if (chargeOf(target) !== 'other' && !leavesAnAdministratorOfChargeS(change, target))
      throw refuse('Debe quedar al menos una persona con el cargo S y el permiso Permisos.', 'last G01 of charge S');
  }
  return { before, after };
}
