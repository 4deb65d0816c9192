/** A type whose optional fields may also be undefined, as zod infers them. */
export type MaybeTold<T> = { [K in keyof T]?: T[K] | undefined };

/** @returns the fields without those that are undefined. */
export const told = <T extends object>(fields: MaybeTold<T>): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
