/** A type whose optional fields may also be undefined, as zod infers them. */
export type OptionalFields<T> = { [K in keyof T]?: T[K] | undefined };

/** What is left of an input whose fields are all named: `rest satisfies NoFields` does not compile after a field is added. */
export type NoFields = Readonly<Record<string, never>>;

/** @returns the fields without those that are undefined. */
export const definedFields = <T extends object>(fields: OptionalFields<T>): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
