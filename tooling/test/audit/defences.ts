import { accessDefences } from './defences/access.ts';
import { answerDefences } from './defences/answers.ts';
import { cookieDefences } from './defences/cookies.ts';
import { csrfDefences } from './defences/csrf.ts';
import { requestDefences } from './defences/requests.ts';
import { sessionDefences } from './defences/sessions.ts';
import { wireDefences } from './defences/wire.ts';
import { type Weakened } from './defences/weakened.ts';

/** Every defence that is visible from outside, each removed from one gateway. */
export const WEAKENED: readonly Weakened[] = [
  ...cookieDefences,
  ...sessionDefences,
  ...csrfDefences,
  ...requestDefences,
  ...wireDefences,
  ...accessDefences,
  ...answerDefences,
];

/** One defence of each kind except the certificate, for ordinary runs: each group is removed from one gateway. */
export const ROUTINE: readonly (readonly string[])[] = [
  ['the __Host- prefix', 'the csrf token', 'refusing ambiguous targets'],
  ['expiring cookies at logout', 'the session check', 'the security headers'],
];
