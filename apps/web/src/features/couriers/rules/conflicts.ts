import { changedKeys } from '#shared/fields/form-changes.ts';
import { HttpFailure } from '#shared/http/failure.ts';

export interface ConflictingField {
  label: string;
  theirs: string;
  mine: string;
}

/**
 * @param textOf the text of a field, for the person.
 * @returns the fields this user changed that differ on the server: saving would overwrite them.
 */
export const conflictsBetween = <Form extends object>(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', Form>,
  labels: Readonly<Record<keyof Form, string>>,
  textOf: (form: Form, field: keyof Form) => string,
): ConflictingField[] =>
  changedKeys(base, mine)
    .map((field) => ({ label: labels[field], theirs: textOf(theirs, field), mine: textOf(mine, field) }))
    .filter((field) => field.theirs !== field.mine);

/**
 * @param base the row when editing began; null for a new one.
 * @param now the row as known now.
 * @returns the other user's version if saving failed because of it and it has been loaded; else null.
 */
export function conflictWith<Row extends { version: number }>(
  failure: unknown,
  base: Row | null,
  now: Row | null,
): Row | null {
  if (!(failure instanceof HttpFailure) || failure.kind !== 'conflict') return null;
  return base && now && base.version !== now.version ? now : null;
}
