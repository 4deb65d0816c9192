import { type RefObject, useEffect, useRef, useState } from 'react';
import { errorsLeft, type FieldErrors } from './errors-left.ts';

interface Told<Field extends string, Form> {
  /** For the form's element. */
  ref: RefObject<HTMLFormElement | null>;
  errors: FieldErrors<Field>;
  /** Says what is wrong with which fields; the first of them gets the focus. None lets all go. */
  tell: (errors: FieldErrors<Field>) => void;
  /** Lets go what somebody has put right. */
  changed: (before: Form, after: Form) => void;
}

/**
 * What a form says to put right.
 * @param judge what the form can tell by itself to be wrong, field by field.
 */
export function useFieldErrors<Field extends string, Form extends Readonly<Record<Field, unknown>>>(
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
    changed: (before, after) => {
      if (Object.keys(errors).length === 0) return;
      setErrors(errorsLeft(errors, { form: before, wrong: judge(before) }, { form: after, wrong: judge(after) }));
    },
  };
}
