import { useState } from 'react';
import { HttpFailure } from '../http/failure.ts';
import { isSame, rebased } from './form-changes.ts';

/**
 * State of a form about something that other people may change meanwhile. An unchanged form follows what is read.
 * @param read what the form edits, as last read.
 * @param formOf its input values.
 * @param rebase applies the changes from `base` to `mine` to `theirs`.
 * @returns `base`, as read when editing began; the form's values and how to set them; `settle`, for what was saved; and what
 * a save needs.
 */
export function useRebasedForm<Row extends { version: number }, Form extends object>(
  read: Row,
  formOf: (row: Row) => Form,
  rebase: (base: Form, mine: Form, theirs: Form) => Form = rebased,
) {
  const [base, setBase] = useState(read);
  const [form, setForm] = useState(() => formOf(read));
  const settle = (onto: Row, wanted: Form = formOf(onto)): void => {
    setBase(onto);
    setForm(wanted);
  };
  const isUnchanged = isSame(form, formOf(base));
  const isOutdated = base.version !== read.version;
  if (isOutdated && isUnchanged) settle(read);
  /** Whether saving failed because of another person's change, which has been read. */
  const isConflict = (failure: unknown): boolean =>
    failure instanceof HttpFailure && failure.kind === 'conflict' && isOutdated;
  /**
   * After a conflict, fields not edited here get the other person's values, also in the form.
   * @param failure of the last save. @returns what to save, and onto what.
   */
  const prepareSave = (failure: unknown): { onto: Row; wanted: Form } => {
    if (!isConflict(failure)) return { onto: base, wanted: form };
    const wanted = rebase(formOf(base), form, formOf(read));
    settle(read, wanted);
    return { onto: read, wanted };
  };
  return { base, form, setForm, settle, isUnchanged, isConflict, prepareSave };
}
