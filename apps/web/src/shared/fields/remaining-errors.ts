/** What to put right, field by field. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

interface Judged<Field extends string> {
  form: Readonly<Record<Field, unknown>>;
  wrong: FieldErrors<Field>;
}

/**
 * What is still to be put right once somebody has changed something.
 * @param told what the form says now.
 * @param before the form that was judged, and what it was judged to be wrong in.
 * @param after the same for the form as it has become.
 * @returns of the fields that `told` names: what the form judges by itself, judged anew; what the service alone could
 *   tell, as long as that field is what it was. A field that nothing was said of stays unspoken of while one types.
 */
export function remainingErrors<Field extends string>(
  told: FieldErrors<Field>,
  before: Judged<Field>,
  after: Judged<Field>,
): FieldErrors<Field> {
  const left: FieldErrors<Field> = {};
  for (const field of Object.keys(told) as Field[]) {
    const isOwn = before.wrong[field] !== undefined;
    const isSame = Object.is(before.form[field], after.form[field]);
    const text = isOwn ? after.wrong[field] : isSame ? told[field] : undefined;
    if (text !== undefined) left[field] = text;
  }
  return left;
}
