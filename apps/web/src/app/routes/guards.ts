import { CHARGE_ALL_OFFICES, mayUse, type Screen, SCREEN_ACCESS } from '@despacho/contracts';
import { type LoaderFunctionArgs } from 'react-router-dom';
import { firstSection } from '#features/session/rules/first-section.ts';
import { modulesOf } from '#features/session/rules/person.ts';
import { currentSession, prepareSignIn } from '#features/session/state/session.ts';
import { sessionState } from '#features/session/state/session-store.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { safeReturnPath, RETURN_PARAM, withReturnPath } from '#features/session/rules/return-path.ts';
import { pathInApp } from '../rules/path-in-app.ts';
import { paths } from '#shared/paths.ts';
import { requestedAddress, redirectTo } from './redirect-to.ts';

type Guard = (args: Pick<LoaderFunctionArgs, 'request'>) => Promise<Response | null>;

/** Why the session could not be read before the redirect to the login page, which shows it instead of its form. */
let outage: HttpFailure | undefined;

/**
 * Passes signed-in users. Without a session, or if it cannot be read, redirects to the login page, which returns to the
 * requested address (S5).
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

/** Passes users with one of the screen's modules. `requireSession` checks the session itself. */
export const requireScreen =
  (screen: Screen): Guard =>
  async ({ request }) => {
    const view = await currentSession().catch(() => null);
    return !view || mayUse(SCREEN_ACCESS[screen], modulesOf(view)) ? null : redirectTo(request, paths.forbidden);
  };

/** Passes users with charge S. */
export const requireChargeS: Guard = async ({ request }) => {
  const view = await currentSession().catch(() => null);
  return !view || view.charge === CHARGE_ALL_OFFICES ? null : redirectTo(request, paths.forbidden);
};

/**
 * Redirects signed-in users to their return address. After the session expired it shows the form whatever the gateway
 * answers, because a disagreement would cause a redirect loop.
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
