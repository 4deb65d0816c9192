import { isRecord, legacyPermission, listIn } from '@despacho/contracts/legacy';

/** Entries of a user's permission list as the host sent them, with all fields next to each module. */
export function entriesOf(users: unknown, userId: string): unknown[] {
  const listed = listIn(users);
  const rows: unknown[] = Array.isArray(listed) ? listed : [];
  const row = rows.find((each) => isRecord(each) && String(each['id']) === userId);
  const list = isRecord(row) ? row['permissionsList'] : undefined;
  return Array.isArray(list) ? list : [];
}

/** @returns the module of an entry; undefined for an undocumented form. */
const moduleOf = (entry: unknown): string | undefined => legacyPermission.safeParse(entry).data?.module;

/**
 * The list to save, which replaces the earlier one: entries whose module remains, and entries of unknown form, are sent
 * back unchanged.
 * @param entries as the host sent them.
 * @param codes the modules to save.
 */
export function entriesToSave(entries: readonly unknown[], codes: readonly string[]): unknown[] {
  const kept = codes.flatMap((module) => {
    const same = entries.filter((entry) => moduleOf(entry) === module);
    return same.length > 0 ? same : [{ module }];
  });
  return [...kept, ...entries.filter((entry) => moduleOf(entry) === undefined)];
}
