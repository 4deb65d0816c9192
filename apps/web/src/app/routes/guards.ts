import { mayUse, type Screen, SCREEN_ACCESS } from '@despacho/contracts';
import { type LoaderFunctionArgs } from 'react-router-dom';
import { firstSection } from '../../features/session/rules/first-section.ts';
import { modulesOf } from '../../features/session/rules/person.ts';
import { currentSession, prepareSignIn } from '../../features/session/state/session.ts';
import { sessionState } from '../../features/session/state/session-store.ts';
import { HttpFailure } from '../../shared/http/failure.ts';
import { safeReturnPath, RETURN_PARAM, withReturnPath } from '../../features/session/rules/return-path.ts';
import { pathInApp } from '../rules/path-in-app.ts';
import { paths } from '../../shared/paths.ts';
import { requestedAddress, redirectTo } from './redirect-to.ts';

type Guard = (args: Pick<LoaderFunctionArgs, 'request'>) => Promise<Response | null>;

/** Why the session could not be read on the way to the sign-in page, which shows it instead of its form. */
let outage: HttpFailure | undefined;

/**
 * Lets somebody signed in pass. Without a session, or when it cannot be read, leads to the sign-in page, which returns
 * to the address asked for (S5).
 */
export const requireSession: Guard = async ({ request }) => {
  try {
    if (await currentSession()) {
      outage = undefined;
      return null;
    }
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    outage = error;
  }
  return redirectTo(request, withReturnPath(paths.login, pathInApp(requestedAddress(request))));
};

/** Lets somebody pass who has one of the screen's modules. Whether there is a session at all is for `requireSession`. */
export const requireScreen =
  (screen: Screen): Guard =>
  async ({ request }) => {
    const view = await currentSession().catch(() => null);
    return !view || mayUse(SCREEN_ACCESS[screen], modulesOf(view)) ? null : redirectTo(request, paths.forbidden);
  };

/**
 * Sends somebody signed in on to where they wanted to go. After a session was found dead the form shows whatever the
 * gateway says now: the two disagreeing would otherwise redirect in circles.
 * @throws HttpFailure on an outage, for the outage page.
 */
export const loginGuard: Guard = async ({ request }) => {
  if (outage) {
    const error = outage;
    outage = undefined;
    throw error;
  }
  const view = sessionState().status === 'out' ? null : await currentSession();
  if (!view) {
    await prepareSignIn();
    return null;
  }
  const back = safeReturnPath(new URL(request.url).searchParams.get(RETURN_PARAM));
  return redirectTo(request, back ?? firstSection(modulesOf(view)));
};
