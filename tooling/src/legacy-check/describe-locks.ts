import {
  type Caller,
  hasComparableAccount,
  LOCK_REASONS,
  permissionLock,
  type PermissionLock,
  type User,
} from '@despacho/contracts';
import { remark, type Remark } from './describe-records.ts';

/** The fields that a host must add so that a row is not locked. The caller's own row is always locked. */
const REMEDIES: Partial<Record<PermissionLock, string>> = {
  'no-path': 'give users ids of letters, digits, - and _',
  'maybe-self': 'send id and username in the credentials response, and username for each user of the list',
  'charge-unknown':
    'send charge for each user, and charge S in the credentials response of those who may change anybody',
  unreported: 'send permissionsList for each user, [] for none',
};

/** @returns ids of the users whose permissions the caller can change, by the gateway's own rule. */
export const changeableOf = (caller: Caller, users: readonly User[]): string[] =>
  users.filter((user) => permissionLock(caller, user) === null).map(({ id }) => String(id));

/** Reports whose permissions this account can change, why not those of others, and what the host must add. */
export function describeLocks(caller: Caller, users: readonly User[]): Remark[] {
  const locks = new Map<PermissionLock, number>();
  for (const user of users) {
    const lock = permissionLock(caller, user);
    if (lock) locks.set(lock, (locks.get(lock) ?? 0) + 1);
  }
  const changeable = changeableOf(caller, users).length;
  const nobody = changeable === 0 && [...locks.keys()].some((lock) => lock !== 'self');
  const unmatched = users.filter((user) => !hasComparableAccount(caller, user)).length;
  return [
    remark(
      nobody ? 'will not work' : 'understood',
      `this account can change the permissions of ${changeable} of ${users.length} users`,
    ),
    ...[...locks].flatMap(([lock, count]) => [
      remark(REMEDIES[lock] === undefined ? 'understood' : 'missing', `${count} locked: ${LOCK_REASONS[lock]}`),
      ...(REMEDIES[lock] === undefined ? [] : [remark('change', REMEDIES[lock])]),
    ]),
    ...(unmatched > 0
      ? [
          remark('missing', `the sessions of ${unmatched} users cannot be ended from Permisos: no account names them`),
          remark('change', 'send id in the credentials response, or username for each user of the list'),
        ]
      : []),
  ];
}
