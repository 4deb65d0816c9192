import { mayUse, type Screen, SCREEN_ACCESS } from '@despacho/contracts';
import { type LoaderFunctionArgs } from 'react-router-dom';
import { firstSection } from '../features/session/first-section.ts';
import { modulesOf } from '../features/session/person.ts';
import { currentSession, prepareSignIn } from '../features/session/session.ts';
import { sessionState } from '../features/session/session-store.ts';
import { safeWayBack, WAY_BACK, withWayBack } from '../features/session/way-back.ts';
import { pathInApp } from './path-in-app.ts';
import { paths } from '../shared/paths.ts';
import { addressAskedFor, sendOn } from './send-on.ts';

type Guard = (args: Pick<LoaderFunctionArgs, 'request'>) => Promise<Response | null>;

/** Lets somebody signed in pass; anyone else goes to sign in and comes back afterwards. */
export const requireSession: Guard = async ({ request }) => {
  if (await currentSession()) return null;
  return sendOn(request, withWayBack(paths.login, pathInApp(addressAskedFor(request))));
};

/** Lets somebody pass who has one of the screen's modules. The session's own guard speaks for whoever has none. */
export const requireScreen =
  (screen: Screen): Guard =>
  async ({ request }) => {
    const view = await currentSession();
    return !view || mayUse(SCREEN_ACCESS[screen], modulesOf(view)) ? null : sendOn(request, paths.forbidden);
  };

/**
 * Sends somebody signed in on to where they wanted to go. Whoever's session was found dead gets the form whatever the
 * gateway says now: the two disagreeing would otherwise send them back and forth for ever.
 */
export const loginGuard: Guard = async ({ request }) => {
  const view = sessionState().status === 'out' ? null : await currentSession();
  if (!view) {
    await prepareSignIn();
    return null;
  }
  const back = safeWayBack(new URL(request.url).searchParams.get(WAY_BACK));
  return sendOn(request, back ?? firstSection(modulesOf(view)));
};
