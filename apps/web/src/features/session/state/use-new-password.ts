import { type RefObject, useRef, useState } from 'react';
import { useTask } from '#shared/hooks/use-task.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { errorOf, type TypedErrors, typedErrors } from '../rules/password-errors.ts';

export interface NewPassword {
  password: string;
  repeated: string;
  errors: TypedErrors;
  /** Error of the current password, if the form has one. */
  currentError: string | undefined;
  /** What failed, unless it is the error of a field. */
  failure: string | undefined;
  busy: boolean;
  put: (changes: { password?: string; repeated?: string }) => void;
  clearCurrent: () => void;
  submit: () => void;
}

/** Focuses the input of a form by its name. */
export const focusField = (form: HTMLFormElement | null, name: string): void => {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.focus();
};

/**
 * State of a form with a new password.
 * @param send sends the input; not called while a call is pending.
 */
export function useNewPassword(send: (password: string) => Promise<void>): {
  form: RefObject<HTMLFormElement | null>;
  field: NewPassword;
} {
  const [typed, setTyped] = useState({ password: '', repeated: '' });
  const [errors, setErrors] = useState<TypedErrors & { current?: string | undefined }>({});
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  const show = (found: typeof errors): boolean => {
    setErrors(found);
    const [first] = [found.current && 'current', found.password && 'newPassword', found.repeated && 'repeated'].filter(
      Boolean,
    );
    if (first) focusField(form.current, first);
    return first !== undefined;
  };

  const { isBusy: busy, run } = useTask(async () => {
    setFailure(undefined);
    if (show(typedErrors(typed.password, typed.repeated))) return;
    try {
      await send(typed.password);
    } catch (error) {
      const isShown = show({ current: errorOf(error, 'current'), password: errorOf(error, 'password', 'newPassword') });
      if (!isShown) setFailure(failureText(error));
    }
  });

  const field: NewPassword = {
    ...typed,
    errors,
    currentError: errors.current,
    failure,
    busy,
    put: (changes) => {
      setTyped((before) => ({ ...before, ...changes }));
      setErrors(({ current }) => ({ current }));
    },
    clearCurrent: () => setErrors((before) => ({ ...before, current: undefined })),
    submit: () => void run(),
  };
  return { form, field };
}
