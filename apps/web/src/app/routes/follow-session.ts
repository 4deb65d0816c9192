import { modulesOf, personOf } from '../../features/session/rules/person.ts';
import { rereadSession } from '../../features/session/state/session.ts';
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
} from '../../features/session/state/session-store.ts';
import { forgetSession } from '../../features/session/state/stored.ts';
import { subscribeTabs } from '../../features/session/state/tabs.ts';
import { paths } from '../../shared/paths.ts';
import { SIGNED_IN, type router as Router } from './router.tsx';

type AppRouter = typeof Router;

/** Whether what is on screen belongs to somebody signed in. */
const isInShell = ({ state }: AppRouter): boolean => state.matches.some(({ route }) => route.id === SIGNED_IN);

const modulesIn = (state: SessionState): string => (state.status === 'in' ? modulesOf(state.view).join() : '');

/**
 * The page follows what becomes of the session. Found dead while a screen is open, the screen stays and signing in opens
 * over it (SignInAgain); left on purpose, the page is left too; with other permissions, guards decide anew.
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
    location.reload();
  } else {
    void rereadSession().catch(() => undefined);
  }
}

/** Sign-outs and sign-ins of other tabs. Another person means other data: nothing on screen may stay. */
function followTabs(router: AppRouter): void {
  subscribeTabs((news) => {
    const state = sessionState();
    switch (news.type) {
      case 'leaving':
        markLeaving();
        break;
      case 'stayed':
        if (state.status === 'in') markIn(state.view);
        break;
      case 'signed-out':
        forgetSession();
        if (state.status !== 'unknown') markOut({ ended: false });
        break;
      case 'lasts':
        if (state.status === 'in' && personOf(state.view) === news.person)
          markExtended({ idleEndsAt: news.idleEndsAt, endsAt: news.endsAt });
        break;
      case 'signed-in':
        followSignIn(router, news.person);
        break;
    }
  });
}

/** A page taken back out of the browser's cache may show what its session may no longer see. */
function followReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void rereadSession().catch(() => undefined);
  });
}

/** Keeps the page in step with the session: its end, other tabs, and coming back to a page the browser kept. */
export function followSession(router: AppRouter): void {
  followState(router);
  followTabs(router);
  followReturn();
}
