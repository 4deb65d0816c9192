import { createPath } from 'react-router-dom';
import { modulesOf, personOf } from '../features/session/person.ts';
import { rereadSession } from '../features/session/session.ts';
import {
  markOut,
  markUnknown,
  sessionState,
  type SessionState,
  subscribeSession,
} from '../features/session/session-store.ts';
import { hearTabs } from '../features/session/tabs.ts';
import { withWayBack } from '../features/session/way-back.ts';
import { paths } from './paths.ts';
import { type router as Router } from './router.tsx';

type AppRouter = typeof Router;

const isAuthPage = (pathname: string): boolean => pathname.startsWith(`${paths.auth}/`);

const modulesIn = (state: SessionState): string => (state.status === 'in' ? modulesOf(state.view).join() : '');

/** The page follows what becomes of the session: found dead, left elsewhere, or with other permissions than before. */
function followState(router: AppRouter): void {
  let before = sessionState();
  subscribeSession(() => {
    const was = before;
    const now = (before = sessionState());
    if (was.status !== 'in') return;
    const { location } = router.state;
    if (now.status === 'in') {
      if (modulesIn(was) !== modulesIn(now)) void router.revalidate();
    } else if (now.status === 'out' && !isAuthPage(location.pathname)) {
      const target = now.ended ? withWayBack(paths.expired, createPath(location)) : paths.login;
      void router.navigate(target, { replace: true });
    }
  });
}

/** Sign-outs and sign-ins of other tabs. Another person means other data: nothing on screen may stay. */
function followTabs(router: AppRouter): void {
  hearTabs((news) => {
    const state = sessionState();
    if (news.type === 'signed-out') {
      if (state.status === 'in') markOut({ ended: false });
      return;
    }
    if (state.status === 'in') {
      if (personOf(state.view) !== news.person) location.reload();
      else void rereadSession().catch(() => undefined);
    } else {
      markUnknown();
      void router.revalidate();
    }
  });
}

/** A page taken back out of the browser's cache may show what its session may no longer see. */
function followReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void rereadSession().catch(() => undefined);
  });
}

export function followSession(router: AppRouter): void {
  followState(router);
  followTabs(router);
  followReturn();
}
