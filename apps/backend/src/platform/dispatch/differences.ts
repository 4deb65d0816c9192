export type Values = Readonly<Record<string, unknown>>;

/** @returns the fields of `after` whose values differ from those of `before`, with the values of both; null for a missing one. */
export function differences<V extends Values>(before: V, after: V): { before: Values; after: Values } {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (values: V): Values => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { before: only(before), after: only(after) };
}
