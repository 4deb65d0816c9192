import { type RefObject, useEffect, useRef, useState } from 'react';
import { remainingErrors, type FieldErrors } from './remaining-errors.ts';

interface Told<Field extends string, Form> {
  /** For the form's element. */
  ref: RefObject<HTMLFormElement | null>;
  errors: FieldErrors<Field>;
  /** Says what is wrong with which fields; the first of them gets the focus. None lets all go. */
  tell: (errors: FieldErrors<Field>) => void;
  /** Takes what the form has become, and lets go what has been put right by it. */
  put: (next: Form) => void;
}

/**
 * What a form says to put right.
 * @param form what stands in it now.
 * @param setForm keeps what it has become.
 * @param judge what the form can tell by itself to be wrong, field by field.
 */
export function useFieldErrors<Field extends string, Form extends Readonly<Record<Field, unknown>>>(
  form: Form,
  setForm: (next: Form) => void,
  judge: (form: Form) => FieldErrors<Field>,
): Told<Field, Form> {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const isNew = useRef(false);

  // Once it says what it needs. While one types the focus is theirs.
  useEffect(() => {
    if (isNew.current) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    isNew.current = false;
  }, [errors]);

  return {
    ref,
    errors,
    tell: (told) => {
      isNew.current = Object.keys(told).length > 0;
      setErrors(told);
    },
    put: (next) => {
      setForm(next);
      if (Object.keys(errors).length === 0) return;
      setErrors(remainingErrors(errors, { form, wrong: judge(form) }, { form: next, wrong: judge(next) }));
    },
  };
}
