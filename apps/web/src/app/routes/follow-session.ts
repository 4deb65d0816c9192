import { modulesOf, personOf } from '#features/session/rules/person.ts';
import { rereadSession } from '#features/session/state/session.ts';
import {
  lastSessionView,
  markIn,
  markExtended,
  markLeaving,
  markOut,
  markUnknown,
  sessionState,
  type SessionState,
  subscribeSession,
} from '#features/session/state/session-store.ts';
import { subscribeTabs } from '#features/session/state/tabs.ts';
import { dropEarlyReads } from '#shared/http/early-reads.ts';
import { paths } from '#shared/paths.ts';
import { forgetPerson } from '#shared/state/browser-storage.ts';
import { type router as Router } from './router.ts';
import { SIGNED_IN } from './routes.tsx';

type AppRouter = typeof Router;

/** Whether a screen behind the sign-in is open. */
const isInShell = ({ state }: AppRouter): boolean => state.matches.some(({ route }) => route.id === SIGNED_IN);

const modulesIn = (state: SessionState): string => (state.status === 'in' ? modulesOf(state.view).join() : '');

/**
 * Follows the state of the session. If it expires, the open screen stays and SignInAgain covers it; after a sign-out
 * the page leads to the login; after a change of permissions the guards run again.
 */
function followState(router: AppRouter): void {
  let before = sessionState();
  subscribeSession(() => {
    const was = before;
    const now = (before = sessionState());
    if (now.status === 'in' && was.status === 'in' && modulesIn(was) !== modulesIn(now)) void router.revalidate();
    const left = now.status === 'out' && !now.ended && was.status !== 'unknown';
    if (left && isInShell(router)) void router.navigate(paths.login, { replace: true });
  });
}

function followSignIn(router: AppRouter, person: string): void {
  const known = lastSessionView();
  if (!isInShell(router)) {
    markUnknown();
    void router.revalidate();
  } else if (known && personOf(known) !== person) {
    // Only what this tab has stored: the values for all tabs are the new person's.
    forgetPerson(['session']);
    markUnknown();
    location.reload();
  } else {
    void rereadSession().catch(() => undefined);
  }
}

/** Follows sign-outs and sign-ins of other tabs. For another person the page reloads, so that no data stays. */
function followTabs(router: AppRouter): void {
  subscribeTabs((news) => {
    const state = sessionState();
    switch (news.type) {
      case 'leaving':
        markLeaving();
        break;
      case 'proved':
        // Handled by the proof window that waits for it.
        break;
      case 'stayed':
        if (state.status === 'in') markIn(state.view);
        break;
      case 'signed-out':
        dropEarlyReads();
        forgetPerson();
        if (state.status !== 'unknown') markOut({ ended: false });
        break;
      case 'lasts':
        if (state.status === 'in' && personOf(state.view) === news.person)
          markExtended({ idleEndsAt: news.idleEndsAt, endsAt: news.endsAt });
        break;
      case 'signed-in':
        // They were read for the person before.
        dropEarlyReads();
        followSignIn(router, news.person);
        break;
    }
  });
}

/** A page restored from the back/forward cache may show data that its session may no longer read. */
function followReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void rereadSession().catch(() => undefined);
  });
}

/** Keeps the page in step with its session: expiry, other tabs, and the back/forward cache. */
export function followSession(router: AppRouter): void {
  followState(router);
  followTabs(router);
  followReturn();
}
