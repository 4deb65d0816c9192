import { type OperationId, type OPERATIONS } from '@despacho/contracts/operations';
import { type ProofNeed } from './policy.ts';

/** For what gives, takes or moves access: a page left open, or a stolen session, must not be enough. */
const RECENT = { minutes: 15 } as const;
/** For corrections of money, which people make all day. */
const DAILY = { minutes: 8 * 60 } as const;

type Write = {
  [Id in OperationId]: (typeof OPERATIONS)[Id]['method'] extends 'GET' ? never : Id;
}[OperationId];

/** Subjects about accounts, money and files, where each new write must state whether it requires a proof. */
type Subject =
  | 'permissions'
  | 'people'
  | 'passwords'
  | 'sessions'
  | 'factor'
  | 'provider'
  | 'signInRules'
  | 'money'
  | 'days'
  | 'exports';

type Stated = Extract<Write, `${Subject}.${string}`> | 'assignments.correct';

/** How recent a proof each of these writes requires; null for none. */
export const PROOFS = {
  'permissions.update': RECENT,
  'people.create': RECENT,
  'people.edit': RECENT,
  'people.enable': RECENT,
  'people.disable': RECENT,
  'people.retire': RECENT,
  'people.delete': RECENT,
  'people.move': RECENT,
  'people.removeFactor': RECENT,
  'people.permitFactor': RECENT,
  'signInRules.edit': RECENT,
  'people.inviteProvider': RECENT,
  'people.unlinkProvider': RECENT,
  'people.preview': null,
  // A profile is a suggestion; applying it is `people.edit`.
  'people.createProfile': null,
  'people.editProfile': null,
  'people.removeProfile': null,
  'passwords.link': RECENT,
  'passwords.change': { ...RECENT, withFactor: true },
  // These prove who somebody is themselves, in each request.
  'passwords.check': null,
  'passwords.first': null,
  'passwords.reset': null,
  'factor.start': null,
  'factor.confirm': null,
  'factor.codes': null,
  'factor.remove': null,
  'provider.link': RECENT,
  'provider.unlink': RECENT,
  // The provider proves the identity.
  'provider.start': null,
  'provider.finish': null,
  'provider.prove': null,
  'provider.logout': null,
  'sessions.endOfUser': RECENT,
  // A person who suspects a thief must not be delayed.
  'sessions.end': null,
  'sessions.endOthers': null,
  'money.undo': DAILY,
  'days.reopen': DAILY,
  'assignments.correct': DAILY,
  'money.receive': null,
  'money.verify': null,
  'money.agree': null,
  'days.confirm': null,
  'exports.prepare': { ...RECENT, aboveRows: 5000 },
} as const satisfies Record<Stated, ProofNeed | null>;
