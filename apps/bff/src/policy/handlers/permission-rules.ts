import {
  bearsNameOf,
  CHARGE_ALL_OFFICES,
  chargeOf,
  identityOf,
  isModuleCode,
  LOCK_REASONS,
  permissionLock,
  type PermissionLock,
  type ProblemKind,
  type User,
} from '@despacho/contracts';
import { Failure } from '#problems/failure.ts';
import { type Person } from '#session/record.ts';

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

/** For the log: why a row is locked. */
const LOCK_NOTES: Readonly<Record<PermissionLock, string>> = {
  'no-path': 'the target’s id cannot be part of a path',
  self: 'change of own permissions',
  'maybe-self': 'neither ids, accounts nor names distinguish the target from the caller',
  'charge-s': 'charge of the target: S',
  'charge-unknown': 'charge of the target: unknown',
  unreported: 'the host returned no permission list of the target',
};

/**
 * Refuses what the web shows as locked.
 * @throws Failure of the given kind.
 */
export function refuseIfLocked(lock: PermissionLock | null, kind: ProblemKind): void {
  if (lock) throw new Failure(kind, { detail: `${LOCK_REASONS[lock]}.`, note: LOCK_NOTES[lock] });
}

/**
 * Whether a listed user is the caller. An equal name is sufficient: a host that sends only documented fields states
 * nothing else to compare.
 */
const isProbablyCaller = (caller: Person, user: User): boolean => {
  const identity = identityOf(caller, user);
  return identity === 'self' || (identity === 'maybe-self' && bearsNameOf(caller, user));
};

const holdsAdministration = (user: User): boolean => codesOf(user).includes('G01');

/**
 * The caller had charge S and G01 at the last refresh; two people could revoke each other's meanwhile. So the current
 * lists must still contain an administrator: another person of charge S, or the caller.
 */
function leavesAnAdministratorOfChargeS({ caller, users, callersOffice }: PermissionChange, target: User): boolean {
  const remains = (user: User) => user !== target && holdsAdministration(user);
  return (
    [...users, ...(callersOffice ?? [])].some((user) => remains(user) && chargeOf(user) === 'S') ||
    (callersOffice ?? users).some((user) => remains(user) && isProbablyCaller(caller, user))
  );
}

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
  if (targetId === caller.id) refuseIfLocked('self', 'permission-rule');
  if (!target) throw new Failure('not-found', { note: 'target is not in the list of users' });
  refuseIfLocked(permissionLock(caller, target), 'permission-rule');
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
