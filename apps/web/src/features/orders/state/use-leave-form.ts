import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType } from 'react-router-dom';
import { confirmLeaving, useLeaveGuard } from '../../../shared/hooks/use-leave-guard.ts';
import { leavesForm } from '../rules/leaves-form.ts';
import { useOrderWindow } from './use-orders-state.ts';

const TEXT = 'Si sale ahora, se pierde lo que escribió.';

/**
 * Asks before what was typed is left behind: when the window gives way to another, by a link or the
 * history, for another office, and with the page.
 * @returns a function that lets the form go without asking: it has been saved.
 */
export function useLeaveForm(isDirty: boolean): () => void {
  const { guard } = useOrderWindow();
  const isSaved = useRef(false);
  const hasChanges = (): boolean => isDirty && !isSaved.current;
  const question = useEffectEvent(() => (hasChanges() ? confirmLeaving(TEXT) : Promise.resolve(true)));

  useEffect(() => {
    guard(() => question());
    return () => {
      guard(null);
    };
  }, [guard]);

  useLeaveGuard({
    isDirty: hasChanges,
    leaves: ({ currentLocation, nextLocation, historyAction }) =>
      leavesForm(currentLocation, nextLocation, { isBack: historyAction === NavigationType.Pop }),
    text: TEXT,
  });
  return () => {
    isSaved.current = true;
  };
}
