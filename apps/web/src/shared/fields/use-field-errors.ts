import { type RefObject, useEffect, useRef, useState } from 'react';
import { errorsLeft, type FieldErrors } from './errors-left.ts';

interface Told<Field extends string, Form> {
  errors: FieldErrors<Field>;
  /** Says what is wrong with which fields; the first of them gets the focus. None lets all go. */
  tell: (errors: FieldErrors<Field>) => void;
  /** Lets go what somebody has put right. */
  changed: (before: Form, after: Form) => void;
}

/**
 * What a form says to put right.
 * @param element the form.
 * @param judge what the form can tell by itself to be wrong, field by field.
 */
export function useFieldErrors<Field extends string, Form extends Readonly<Record<Field, unknown>>>(
  element: RefObject<HTMLElement | null>,
  judge: (form: Form) => FieldErrors<Field>,
): Told<Field, Form> {
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const isNew = useRef(false);

  // Once it says what it needs. While one types the focus is theirs.
  useEffect(() => {
    if (isNew.current) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    isNew.current = false;
  }, [element, errors]);

  return {
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
