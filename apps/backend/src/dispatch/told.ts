/** What a contract leaves optional, as its checker types it. */
export type MaybeTold<T> = { [K in keyof T]?: T[K] | undefined };

/** @returns what was told, without the names of what was not. */
export const told = <T extends object>(fields: MaybeTold<T>): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
