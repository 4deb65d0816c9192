import { useEffect, useEffectEvent } from 'react';
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router-dom';
import { confirm } from '../dialogs/confirm.ts';
import { useLatestCallback } from './use-latest-callback.ts';

/** Asks whether to abandon unsaved changes. @returns whether the user agreed. */
export const confirmLeaving = (text: string): Promise<boolean> =>
  confirm({
    title: 'Hay cambios sin guardar',
    text,
    confirmLabel: 'Salir sin guardar',
    cancelLabel: 'Seguir editando',
    danger: true,
  });

type Navigation = Parameters<BlockerFunction>[0];

interface LeaveGuard {
  /** @returns whether there are unsaved changes now. */
  isDirty: () => boolean;
  /** @returns whether a navigation would abandon them. */
  leaves: BlockerFunction;
  /** Text of the question. */
  text: string;
  /** Called when the user agreed, before the navigation. */
  onLeave?: () => void;
}

/** Asks before unsaved changes are abandoned, on navigation and on closing the page. */
export function useLeaveGuard({ isDirty, leaves, text, onLeave }: LeaveGuard): void {
  // The router would get a new function only after other effects, which may leave the saved page.
  const blocker = useBlocker(useLatestCallback<[Navigation], boolean>((navigation) => isDirty() && leaves(navigation)));
  const ask = useEffectEvent(() => confirmLeaving(text));
  const answer = useEffectEvent((leave: boolean) => {
    if (blocker.state !== 'blocked') return;
    if (!leave) {
      blocker.reset();
      return;
    }
    onLeave?.();
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
    if (isDirty()) event.preventDefault();
  });
}
