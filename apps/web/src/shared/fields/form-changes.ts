/** @returns whether two values of a form have the same content. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** @returns the text as the service stores it: trimmed, null for none. */
export const textOrNull = (text: string): string | null => text.trim() || null;

/** @returns the fields that differ between two states of a form. */
export const changedKeys = <Form extends object>(base: Form, mine: Form): (keyof Form)[] =>
  (Object.keys(base) as (keyof Form)[]).filter((field) => !isSame(base[field], mine[field]));

/** @returns `theirs` with everything that was changed from `base` to `mine`. */
export const rebased = <Form extends object>(base: Form, mine: Form, theirs: Form): Form => ({
  ...theirs,
  ...Object.fromEntries(changedKeys(base, mine).map((field) => [field, mine[field]])),
});
