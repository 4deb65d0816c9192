import { mayUse, type Screen, SCREEN_ACCESS } from '@despacho/contracts';
import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { firstSection } from '../features/session/first-section.ts';
import { modulesOf } from '../features/session/person.ts';
import { currentSession, hasEnded, rereadSession } from '../features/session/session.ts';
import { sessionState } from '../features/session/session-store.ts';
import { safeWayBack, WAY_BACK, withWayBack } from '../features/session/way-back.ts';
import { pathInApp } from './path-in-app.ts';
import { paths } from './paths.ts';

type Guard = (args: Pick<LoaderFunctionArgs, 'request'>) => Promise<Response | null>;

/** Lets somebody signed in pass; anyone else goes to sign in and comes back afterwards. */
export const requireSession: Guard = async ({ request }) => {
  if (await currentSession()) return null;
  return redirect(withWayBack(paths.login, pathInApp(request.url)));
};

/** Lets somebody pass who has one of the screen's modules. The session's own guard speaks for whoever has none. */
export const requireScreen =
  (screen: Screen): Guard =>
  async () => {
    const view = await currentSession();
    return !view || mayUse(SCREEN_ACCESS[screen], modulesOf(view)) ? null : redirect(paths.forbidden);
  };

/** Signing in needs the token that asking brings; just asked by another guard, there is one. */
const hasToken = (): boolean => document.cookie.includes('XSRF-TOKEN=');

/**
 * Sends somebody signed in on to where they wanted to go. Whoever's session was found dead gets the form whatever a
 * probe says: the two disagreeing would otherwise send them back and forth for ever.
 */
export const loginGuard: Guard = async ({ request }) => {
  const state = sessionState();
  const ended = hasEnded();
  if (state.status === 'out' && !ended && hasToken()) return null;
  const view = state.status === 'in' ? state.view : await rereadSession();
  if (!view || ended) return null;
  const back = safeWayBack(new URL(request.url).searchParams.get(WAY_BACK));
  return redirect(back ?? firstSection(modulesOf(view)));
};
