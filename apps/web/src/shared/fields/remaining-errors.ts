/** Error messages by field. Errors without an input concern the whole form. */
export type FieldErrors<Field extends string> = Partial<Record<Field | 'form', string>>;

interface Judged<Field extends string> {
  form: Readonly<Record<Field, unknown>>;
  wrong: FieldErrors<Field>;
}

/**
 * Errors that remain after a change.
 * @param shown the errors shown now.
 * @param before the validated form and its own errors.
 * @param after the same for the changed form.
 * @returns for the fields in `shown`: errors of the form, validated again; errors of the service, while the field is
 * unchanged. Fields without an error get none while typing.
 */
export function remainingErrors<Field extends string>(
  shown: FieldErrors<Field>,
  before: Judged<Field>,
  after: Judged<Field>,
): FieldErrors<Field> {
  const left: FieldErrors<Field> = {};
  for (const field of Object.keys(shown) as (Field | 'form')[]) {
    const isOwn = before.wrong[field] !== undefined;
    const isSame = field === 'form' || Object.is(before.form[field], after.form[field]);
    const text = isOwn ? after.wrong[field] : isSame ? shown[field] : undefined;
    if (text !== undefined) left[field] = text;
  }
  return left;
}
