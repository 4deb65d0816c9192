import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useBeforeUnload, useBlocker } from 'react-router-dom';
import { confirm } from '../../../shared/dialogs/confirm.ts';
import { leavesForm } from '../rules/leaves-form.ts';
import { useOrderWindow } from './use-orders-state.ts';

const ask = (): Promise<boolean> =>
  confirm({
    title: 'Hay cambios sin guardar',
    text: 'Si sale ahora, se pierde lo que escribió.',
    confirmLabel: 'Salir sin guardar',
    danger: true,
  });

/**
 * Asks before what was typed is left behind: when the window gives way to another, by a link or the
 * history, for another office, and with the page.
 * @returns a function that lets the form go without asking: it has been saved.
 */
export function useLeaveForm(isDirty: boolean): () => void {
  const { guard } = useOrderWindow();
  const isSaved = useRef(false);
  const question = useEffectEvent(() => (isDirty && !isSaved.current ? ask() : Promise.resolve(true)));

  useEffect(() => {
    guard(() => question());
    return () => {
      guard(null);
    };
  }, [guard]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isDirty &&
      !isSaved.current &&
      leavesForm(currentLocation, nextLocation, { isBack: historyAction === NavigationType.Pop }),
  );
  const answer = useEffectEvent((mayGo: boolean) => {
    if (blocker.state !== 'blocked') return;
    if (mayGo) blocker.proceed();
    else blocker.reset();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let current = true;
    void ask().then((mayGo) => {
      if (current) answer(mayGo);
    });
    return () => {
      current = false;
    };
  }, [blocker.state]);

  useBeforeUnload((event) => {
    if (isDirty && !isSaved.current) event.preventDefault();
  });
  return () => {
    isSaved.current = true;
  };
}
