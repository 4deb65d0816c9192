import { type RefObject, useEffect, useRef, useState } from 'react';
import { remainingErrors, type FieldErrors } from './remaining-errors.ts';

interface FieldErrorsState<Field extends string, Form> {
  ref: RefObject<HTMLFormElement | null>;
  errors: FieldErrors<Field>;
  /** Shows errors and focuses the first of their fields. Pass `{}` to clear all errors. */
  showErrors: (errors: FieldErrors<Field>) => void;
  /** Sets the changed form and clears the errors it fixes. */
  put: (next: Form) => void;
}

/**
 * Error messages of a form.
 * @param form current values.
 * @param setForm stores changed values.
 * @param judge validates a form, field by field.
 */
export function useFieldErrors<Field extends string, Form extends Readonly<Record<Field, unknown>>>(
  form: Form,
  setForm: (next: Form) => void,
  judge: (form: Form) => FieldErrors<Field>,
): FieldErrorsState<Field, Form> {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const isNew = useRef(false);

  // After the errors have rendered. While typing, the focus stays.
  useEffect(() => {
    if (isNew.current) ref.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')?.focus();
    isNew.current = false;
  }, [errors]);

  return {
    ref,
    errors,
    showErrors: (next) => {
      isNew.current = Object.keys(next).length > 0;
      setErrors(next);
    },
    put: (next) => {
      setForm(next);
      if (Object.keys(errors).length === 0) return;
      setErrors(remainingErrors(errors, { form, wrong: judge(form) }, { form: next, wrong: judge(next) }));
    },
  };
}
