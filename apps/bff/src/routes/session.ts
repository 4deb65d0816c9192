import { OPERATION_ACCESS } from '@despacho/contracts';
import { login } from './login.ts';
import { RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { logout } from './logout.ts';
import { endOtherSessions, endSession, listSessions, touchSession } from './own-sessions.ts';
import { type Routes } from './policy.ts';
import { readSession } from './read-session.ts';

const limits = { request: SMALL_BODY, answer: RECORD_ANSWER };

type SessionOperation =
  | 'session.login'
  | 'session.read'
  | 'session.logout'
  | 'session.touch'
  | 'sessions.list'
  | 'sessions.end'
  | 'sessions.endOthers';

export const sessionRoutes: Routes<SessionOperation> = {
  'session.login': {
    access: 'public',
    limits,
    keepsAlive: false,
    to: { handle: login, asks: [{ upstream: 'base', credentials: 'password' }] },
  },
  // Public, because without a session it answers 401 itself, with a token for the login form.
  'session.read': { access: 'public', limits, keepsAlive: true, to: { handle: readSession, asks: [] } },
  'session.logout': {
    access: 'public',
    csrf: 'only-with-session',
    limits,
    keepsAlive: false,
    to: { handle: logout, asks: [] },
  },
  'session.touch': {
    access: OPERATION_ACCESS['session.touch'],
    limits,
    keepsAlive: true,
    to: { handle: touchSession, asks: [] },
  },
  'sessions.list': {
    access: OPERATION_ACCESS['sessions.list'],
    limits,
    keepsAlive: true,
    to: { handle: listSessions, asks: [] },
  },
  'sessions.end': {
    access: OPERATION_ACCESS['sessions.end'],
    limits,
    keepsAlive: true,
    to: { handle: endSession, asks: [] },
  },
  'sessions.endOthers': {
    access: OPERATION_ACCESS['sessions.endOthers'],
    limits,
    keepsAlive: true,
    to: { handle: endOtherSessions, asks: [] },
  },
};
