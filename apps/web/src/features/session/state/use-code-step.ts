import { type SubmitEvent, useState } from 'react';
import { useTask } from '#shared/hooks/use-task.ts';
import { cancelSecondStep } from '../api/factor.ts';
import { errorOf } from '../rules/password-errors.ts';
import { leaveSecondStep } from './session.ts';

/**
 * The form with a `CodeField` at the second step of a sign-in. A double click submits once.
 * @param send finishes the step with a code.
 * @param onBack after the user left the step.
 * @returns `error` of the code, and `failure` for any other error.
 */
export function useCodeStep(send: (code: string) => Promise<void>, onBack: () => void) {
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>();

  const { isBusy: busy, run } = useTask(async (field: HTMLInputElement) => {
    const code = field.value.trim();
    setFailure(undefined);
    setError(code === '' ? 'Escriba el código' : undefined);
    if (code === '') return;
    try {
      await send(code);
    } catch (refused) {
      const wrong = errorOf(refused, 'code');
      setError(wrong);
      if (wrong === undefined) setFailure(refused);
      field.select();
    }
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void run(event.currentTarget.elements.namedItem('code') as HTMLInputElement);
  };
  const leave = (): void => {
    // If this fails, the step expires within minutes.
    cancelSecondStep().catch(() => undefined);
    leaveSecondStep();
    onBack();
  };
  return { error, failure, setFailure, busy, onSubmit, clearError: () => setError(undefined), leave };
}
