import { type Access, type Credentials, mayUse, sessionOperations, type SessionView } from '@despacho/contracts';
import { useCallback, useSyncExternalStore } from 'react';
import { type Background } from '#shared/http/background.ts';
import { call } from '#shared/http/call.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { setSamePersonCheck } from '#shared/http/held-writes.ts';
import { setTokenRenewal } from '#shared/http/wrong-token.ts';
import { forgetPerson } from '#shared/state/browser-storage.ts';
import { type FactorStage, factorStage } from '../rules/login-failure-text.ts';
import { modulesOf, personOf } from '../rules/person.ts';
import { waitForSamePerson } from './wait-for-same-person.ts';
import { lastSessionView, markIn, markOut, sessionState, subscribeSession, userChanges } from './session-store.ts';
import { singleFlight } from './single-flight.ts';
import { rememberLogin, setReauthenticate } from './stored.ts';
import { notifyTabs } from './tabs.ts';

/** Whether the session was found expired, as opposed to never started or signed out. */
export const hasEnded = (): boolean => {
  const state = sessionState();
  return state.status === 'out' && state.ended;
};

const isNoSession = (error: unknown): boolean => error instanceof HttpFailure && error.status === 401;

/** Whether this browser has an anti-forgery token for signing in. */
let hasToken = false;

let waiting: FactorStage | undefined;

/** @returns what a sign-in of this browser waits for, according to the gateway's last answer. */
export const waitingStage = (): FactorStage | undefined => waiting;

/** Leaves a sign-in that waits for its second factor. */
export function leaveSecondStep(): void {
  waiting = undefined;
  setReauthenticate(true);
}

/** Reads the session from the gateway. A 401 response sets the token needed for signing in. */
async function ask(mode: { background?: Background }): Promise<SessionView | null> {
  try {
    const view = await call(sessionOperations['session.read'], mode);
    hasToken = false;
    return view;
  } catch (error) {
    if (!isNoSession(error)) throw error;
    hasToken = true;
    waiting = factorStage(error);
    return null;
  }
}

/** Stores a session view from the gateway and sends its expiry to the other tabs. */
function storeView(view: SessionView): void {
  markIn(view);
  const { idleEndsAt, endsAt } = view;
  notifyTabs({ type: 'lasts', person: personOf(view), idleEndsAt, endsAt });
}

const probe = singleFlight(async (mode: { background?: Background } = {}): Promise<SessionView | null> => {
  const before = sessionState();
  const changes = userChanges();
  const view = await ask(mode);
  const now = sessionState();
  // The user changed during the request, so its response is outdated.
  if (userChanges() !== changes) return now.status === 'in' ? now.view : null;
  if (view) storeView(view);
  else markOut({ ended: before.status === 'in' ? !before.leaving : hasEnded() });
  return view;
});

/** Fetches the anti-forgery token for signing in unless a previous request set it. Saves a rejected first attempt. */
export async function prepareSignIn(): Promise<void> {
  if (!hasToken) await ask({ background: 'token' });
}

/**
 * The current session, from memory or else from the gateway. Concurrent calls share one request.
 * @returns null when signed out.
 * @throws HttpFailure on an outage, which does not sign out.
 */
export async function currentSession(): Promise<SessionView | null> {
  const state = sessionState();
  return state.status === 'in' ? state.view : probe();
}

/**
 * Reads the session from the gateway again: permissions may have changed, or the session may have expired.
 * @param mode `background` for requests without user activity.
 */
export const rereadSession = probe;

/**
 * Extends the session after user activity. Concurrent calls share one request.
 * @throws HttpFailure if the request fails. If the session has expired, the sign-in form opens.
 */
export const touchSession = singleFlight(async (): Promise<void> => {
  const changes = userChanges();
  const view = await call(sessionOperations['session.touch'], { background: 'touch' });
  // As in `probe`, the user may have changed during the request.
  if (userChanges() === changes) storeView(view);
});

/**
 * Signs in, stores branch and office, and notifies the other tabs.
 * @param over user of the page still on screen. If another user signs in, the caller must reload the page.
 */
export async function signIn(credentials: Credentials, over?: string): Promise<SessionView> {
  const view = await call(sessionOperations['session.login'], { body: credentials });
  completeSignIn(view, credentials.sucursal, over);
  return view;
}

/** Stores a session that has just begun, and notifies the other tabs. @param sucursal as typed. @param over see `signIn`. */
export function completeSignIn(view: SessionView, sucursal: string, over?: string): void {
  // The token was for one sign-in; the session gets a new one.
  hasToken = false;
  waiting = undefined;
  if (over !== personOf(view)) forgetPerson();
  rememberLogin(view, sucursal.trim());
  notifyTabs({ type: 'signed-in', person: personOf(view) });
  if (over === undefined || over === personOf(view)) markIn(view);
}

/** Signs out here and in every tab. An expired session counts as signed out. */
export async function signOut(): Promise<void> {
  setReauthenticate(true);
  notifyTabs({ type: 'leaving' });
  try {
    await call(sessionOperations['session.logout'], { held: false });
  } catch (error) {
    if (!isNoSession(error)) {
      notifyTabs({ type: 'stayed' });
      throw error;
    }
  }
  forgetPerson();
  markOut({ ended: false });
  notifyTabs({ type: 'signed-out' });
}

/** The signed-in user. Only for use inside the shell, which requires a session. */
export function useSession(): SessionView {
  const view = useSyncExternalStore(subscribeSession, lastSessionView);
  if (!view) throw new Error('useSession outside the shell');
  return view;
}

const isStaying = (): boolean => {
  const state = sessionState();
  return state.status === 'in' && !state.leaving;
};

/** Whether a session is open and no tab is signing out. */
export const useIsSignedIn = (): boolean => useSyncExternalStore(subscribeSession, isStaying);

/** Whether a call found the session expired while a page was open. */
export const useHasEnded = (): boolean => useSyncExternalStore(subscribeSession, hasEnded);

/** @returns a function that checks access for the signed-in user. Updates when their permissions change. */
export function useMayUse(): (access: Access) => boolean {
  const view = useSession();
  return useCallback((access) => mayUse(access, modulesOf(view)), [view]);
}

/** A new token is used only for the same user: another tab may have signed in someone else. */
setTokenRenewal(async () => {
  const before = lastSessionView();
  const wasIn = sessionState().status === 'in';
  const now = await probe();
  if (!wasIn) return true;
  return now !== null && before !== undefined && personOf(now) === personOf(before);
});

setSamePersonCheck(waitForSamePerson);
