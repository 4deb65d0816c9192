/* What Safari 16.4 lacks, apart from the sign-in page. */
/* oxlint-disable typescript/no-unnecessary-condition, typescript/unbound-method -- the types are those of newer browsers */

AbortSignal.any ??= (signals) => {
  const any = new AbortController();
  for (const signal of signals) {
    const end = (): void => any.abort(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { signal: any.signal });
  }
  return any.signal;
};

Map.groupBy ??= <Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    groups.set(key, [...(groups.get(key) ?? []), item]);
    index += 1;
  }
  return groups;
};
