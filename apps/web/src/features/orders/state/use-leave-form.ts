import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType } from 'react-router-dom';
import { confirmLeaving, useLeaveGuard } from '#shared/hooks/use-leave-guard.ts';
import { leavesForm } from '../rules/leaves-form.ts';
import { useOrderWindow } from './use-orders-state.ts';

const TEXT = 'Si sale ahora, se pierde lo que escribió.';

/**
 * Asks before unsaved input is lost: when the panel is replaced, by a link or the history, by changing the office,
 * and when the page is closed.
 * @returns a function that disables the question after saving.
 */
export function useLeaveForm(isDirty: boolean): () => void {
  const { guard } = useOrderWindow();
  const isSaved = useRef(false);
  const hasChanges = (): boolean => isDirty && !isSaved.current;
  const question = useEffectEvent(() => (hasChanges() ? confirmLeaving(TEXT) : Promise.resolve(true)));

  useEffect(() => {
    guard(() => question());
    return () => guard(null);
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
