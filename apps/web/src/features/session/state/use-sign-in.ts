import { type Credentials, type SessionView } from '@despacho/contracts';
import { type SubmitEvent, useState } from 'react';
import { useTask } from '#shared/hooks/use-task.ts';
import { signIn, waitingStage } from './session.ts';
import {
  CREDENTIAL_FIELDS,
  type CredentialErrors,
  credentialErrors,
  type CredentialField,
} from '../rules/credential-errors.ts';
import {
  type FactorStage,
  factorStage,
  isTemporary,
  isWrongCredentials,
  loginFailureText,
} from '../rules/login-failure-text.ts';
import { useCountdown } from './use-countdown.ts';
import { WAIT_OVER, waitAfter, waitText } from '../rules/wait-text.ts';

const textOf = (form: HTMLFormElement, name: CredentialField): string => {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
};

function focus(form: HTMLFormElement, name: CredentialField): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

/** What follows the password: a new one, or the second factor, with which a reloaded page can continue. */
export type NextStage =
  | { stage: 'password'; credentials: Credentials }
  | { stage: FactorStage; credentials?: Pick<Credentials, 'sucursal'> };

/**
 * State and submit handler of the sign-in form. The inputs are uncontrolled, so that this state never resets the input.
 * @param over user of the page behind the form, if any.
 * @param onSignedIn called after signing in; the form stays busy until it resolves.
 */
export function useSignIn(over: string | undefined, onSignedIn: (view: SessionView) => Promise<void> | void) {
  const [errors, setErrors] = useState<CredentialErrors>({});
  const [failure, setFailure] = useState<string>();
  const [next, setNext] = useState<NextStage | undefined>(() => {
    const stage = waitingStage();
    return stage && { stage };
  });
  const { left, over: waited, wait } = useCountdown();

  const { isBusy: busy, run } = useTask(async (form: HTMLFormElement) => {
    const typed = {
      sucursal: textOf(form, 'sucursal'),
      username: textOf(form, 'username'),
      password: textOf(form, 'password'),
    };
    const found = credentialErrors(typed);
    setErrors(found);
    setFailure(undefined);
    wait(0);
    const first = CREDENTIAL_FIELDS.find((name) => found[name]);
    if (first) {
      focus(form, first);
      return;
    }
    try {
      await onSignedIn(await signIn(typed, over));
    } catch (error) {
      const stage = isTemporary(error) ? 'password' : factorStage(error);
      if (stage) {
        setNext({ stage, credentials: typed });
        return;
      }
      const seconds = waitAfter(error);
      wait(seconds);
      setFailure(seconds > 0 ? waitText(seconds) : loginFailureText(error));
      if (isWrongCredentials(error)) focus(form, 'password');
    }
  });

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (left === 0) void run(event.currentTarget);
  };

  /** @returns the typed branch, for a sign-in with the company's account; undefined, with an error at the field, if empty. */
  const readSucursal = (form: HTMLFormElement): string | undefined => {
    const typed = textOf(form, 'sucursal');
    const { sucursal } = credentialErrors({ sucursal: typed, username: '', password: '' });
    setErrors(sucursal ? { sucursal } : {});
    setFailure(undefined);
    if (sucursal) focus(form, 'sucursal');
    return sucursal ? undefined : typed;
  };

  /**
   * Clears a field's error when it is edited. Changing the account also clears the wait, which applies to one
   * account.
   */
  const clearError = (name: CredentialField): void => {
    if (left > 0 && name !== 'password') {
      wait(0);
      setFailure(undefined);
    }
    setErrors((before) => (before[name] === undefined ? before : { ...before, [name]: undefined }));
  };

  const shown = waited ? WAIT_OVER : failure;
  return { errors, failure: shown, left, waited, busy, next, setNext, onSubmit, readSucursal, clearError };
}
