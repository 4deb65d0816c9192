import { login } from './login.ts';
import { RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { logout } from './logout.ts';
import { type Routes } from './policy.ts';
import { readSession } from './read-session.ts';

const limits = { request: SMALL_BODY, answer: RECORD_ANSWER };

export const sessionRoutes: Routes<'session.login' | 'session.read' | 'session.logout'> = {
  'session.login': { access: 'public', limits, keepsAlive: false, to: { handle: login } },
  // Public, because without a session it answers 401 itself, with a token for the login form.
  'session.read': { access: 'public', limits, keepsAlive: true, to: { handle: readSession } },
  'session.logout': { access: 'public', csrf: 'only-with-session', limits, keepsAlive: false, to: { handle: logout } },
};
