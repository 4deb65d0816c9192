import { type Access, type Credentials, mayUse, sessionOperations, type SessionView } from '@despacho/contracts';
import { useCallback, useSyncExternalStore } from 'react';
import { type Background } from '../../shared/http/background.ts';
import { call } from '../../shared/http/call.ts';
import { HttpFailure } from '../../shared/http/failure.ts';
import { whenSignedInAgain } from '../../shared/http/held-writes.ts';
import { renewTokenWith } from '../../shared/http/wrong-token.ts';
import { modulesOf, personOf } from './person.ts';
import { personBack } from './person-back.ts';
import { lastSessionView, markIn, markOut, sessionState, sessionTurn, subscribeSession } from './session-store.ts';
import { singleFlight } from './single-flight.ts';
import { forgetReceipts, forgetSession, rememberLogin } from './stored.ts';
import { tellTabs } from './tabs.ts';

/** Whether the session was found dead, as opposed to never begun or left on purpose. */
export const hasEnded = (): boolean => {
  const state = sessionState();
  return state.status === 'out' && state.ended;
};

const isNoSession = (error: unknown): boolean => error instanceof HttpFailure && error.status === 401;

/** Whether the anti-forgery token of this browser is one that signing in can use. */
let hasToken = false;

/** Asks the gateway who is signed in. The answer that nobody is brings the token that signing in needs. */
async function ask(mode: { background?: Background }): Promise<SessionView | null> {
  try {
    const view = await call(sessionOperations['session.read'], mode);
    hasToken = false;
    return view;
  } catch (error) {
    if (!isNoSession(error)) throw error;
    hasToken = true;
    return null;
  }
}

/** Takes what the gateway has just said of the session, and lets the other tabs know how long it lasts now. */
function told(view: SessionView): void {
  markIn(view);
  const { idleEndsAt, endsAt } = view;
  tellTabs({ type: 'lasts', person: personOf(view), idleEndsAt, endsAt });
}

const probe = singleFlight(async (mode: { background?: Background } = {}): Promise<SessionView | null> => {
  const before = sessionState();
  const turn = sessionTurn();
  const view = await ask(mode);
  const now = sessionState();
  // Somebody signed in or out while this was under way: the answer is about an earlier time.
  if (sessionTurn() !== turn) return now.status === 'in' ? now.view : null;
  if (view) told(view);
  else markOut({ ended: before.status === 'in' ? !before.leaving : hasEnded() });
  return view;
});

/** Sees to it that signing in has a token to use, unless asking has just brought one. Without, it takes a refusal first. */
export async function prepareSignIn(): Promise<void> {
  if (!hasToken) await ask({ background: 'token' });
}

/**
 * Who is signed in, from memory or else from the gateway. Concurrent openings share one exchange.
 * @returns null when nobody is.
 * @throws HttpFailure on an outage, which is not a sign-out.
 */
export async function currentSession(): Promise<SessionView | null> {
  const state = sessionState();
  return state.status === 'in' ? state.view : probe();
}

/**
 * Takes the session afresh from the gateway: permissions may have changed, or the session may be over.
 * @param mode `background` when no person caused it.
 */
export const rereadSession = probe;

/**
 * Keeps the session alive: a person is there. Concurrent callers share one call.
 * @throws HttpFailure when the gateway did not hear it. A session found dead is followed by signing in again.
 */
export const touchSession = singleFlight(async (): Promise<void> => {
  const turn = sessionTurn();
  const view = await call(sessionOperations['session.touch'], { background: 'touch' });
  // As with the probe: what has happened meanwhile is newer.
  if (sessionTurn() === turn) told(view);
});

/**
 * Signs in, remembers what may be remembered, and tells the other tabs.
 * @param over the person whose page is still on screen. Somebody else is not shown it: the caller must load anew.
 */
export async function signIn(credentials: Credentials, over?: string): Promise<SessionView> {
  const view = await call(sessionOperations['session.login'], { body: credentials });
  // It was for one sign-in: the session brings its own.
  hasToken = false;
  if (over !== personOf(view)) forgetReceipts();
  rememberLogin(view, credentials.sucursal.trim());
  tellTabs({ type: 'signed-in', person: personOf(view) });
  if (over === undefined || over === personOf(view)) markIn(view);
  return view;
}

/** Leaves the session here and in every tab. A session that is gone already counts as left. */
export async function signOut(): Promise<void> {
  tellTabs({ type: 'leaving' });
  try {
    await call(sessionOperations['session.logout'], { held: false });
  } catch (error) {
    if (!isNoSession(error)) {
      tellTabs({ type: 'stayed' });
      throw error;
    }
  }
  forgetSession();
  markOut({ ended: false });
  tellTabs({ type: 'signed-out' });
}

/** The signed-in person. Only inside the shell, which nobody reaches without a session. */
export function useSession(): SessionView {
  const view = useSyncExternalStore(subscribeSession, lastSessionView);
  if (!view) throw new Error('useSession outside the shell');
  return view;
}

const isStaying = (): boolean => {
  const state = sessionState();
  return state.status === 'in' && !state.leaving;
};

/** Whether the session is alive as far as this page knows, and no tab is about to end it. */
export const useIsSignedIn = (): boolean => useSyncExternalStore(subscribeSession, isStaying);

/** Whether a call found the session dead while a page was open. */
export const useHasEnded = (): boolean => useSyncExternalStore(subscribeSession, hasEnded);

/** @returns whether the signed-in person may use something. Follows changes of their permissions. */
export function useMayUse(): (access: Access) => boolean {
  const view = useSession();
  return useCallback((access) => mayUse(access, modulesOf(view)), [view]);
}

/** A token is worth having only for the person whose write it was: another tab may have signed in somebody else. */
renewTokenWith(async () => {
  const before = lastSessionView();
  const wasIn = sessionState().status === 'in';
  const now = await probe();
  if (!wasIn) return true;
  return now !== null && before !== undefined && personOf(now) === personOf(before);
});

whenSignedInAgain(personBack);
