import { type ProblemKind } from '@despacho/contracts';

/** Problems that are security events. All others are logged as `refused` or `failed`. */
const EVENTS = {
  'wrong-credentials': 'login.failed',
  'too-many-attempts': 'login.throttled',
  'session-ended': 'session.refused',
  'wrong-csrf-token': 'csrf.refused',
  'wrong-origin': 'origin.refused',
  'no-module': 'access.refused',
  'no-charge': 'access.refused',
  'not-on-oneself': 'access.refused',
  'upstream-refused': 'access.refused',
  'other-office': 'office.refused',
  'permission-rule': 'permissions.refused',
  'too-many-requests': 'rate.limited',
  'invalid-request': 'request.broken',
  'wrong-type': 'request.broken',
  'too-large': 'request.broken',
  'address-too-long': 'request.broken',
  'upstream-broken': 'contract.broken',
} as const satisfies Partial<Record<ProblemKind, string>>;

/** @returns the security event of a problem, if it is one. */
export const eventOfProblem = (kind: ProblemKind): (typeof EVENTS)[keyof typeof EVENTS] | undefined =>
  Object.hasOwn(EVENTS, kind) ? EVENTS[kind as keyof typeof EVENTS] : undefined;
