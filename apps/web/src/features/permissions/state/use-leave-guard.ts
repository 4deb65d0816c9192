import { useEffect, useEffectEvent } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import { confirm } from '../../../shared/dialogs/confirm.ts';
import { OFFICE_PARAM } from '../../session/state/use-office.ts';

/** Redirect targets that do not ask: the session or permission is gone, and the changes are kept. */
const REDIRECTS: readonly string[] = [paths.expired, paths.login, paths.forbidden];

interface Place {
  pathname: string;
  search: string;
}

/** @returns whether navigating between two locations would abandon unsaved changes. */
export function leavesChanges(from: Place, to: Place): boolean {
  if (REDIRECTS.includes(to.pathname)) return false;
  const officeOf = ({ search }: Place): string | null => new URLSearchParams(search).get(OFFICE_PARAM);
  return from.pathname !== to.pathname || officeOf(from) !== officeOf(to);
}

/** Asks before unsaved changes are abandoned, on navigation and on closing the page. */
export function useLeaveGuard(dirty: boolean, summary: string, onLeave: () => void): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && leavesChanges(currentLocation, nextLocation),
  );
  const ask = useEffectEvent(() =>
    confirm({
      title: 'Hay cambios sin guardar',
      text: `${summary}. Si sale ahora, se pierden.`,
      confirmLabel: 'Salir sin guardar',
      danger: true,
    }),
  );
  const answer = useEffectEvent((leave: boolean) => {
    if (blocker.state !== 'blocked') return;
    if (!leave) {
      blocker.reset();
      return;
    }
    onLeave();
    blocker.proceed();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let current = true;
    void ask().then((leave) => {
      if (current) answer(leave);
    });
    return () => {
      current = false;
    };
  }, [blocker.state]);
  useBeforeUnload((event) => {
    if (dirty) event.preventDefault();
  });
}
