import { isRecord, legacyPermission } from '@despacho/contracts/legacy';

/** Entries of a user's permission list as the host sent them, with all that it keeps beside each module. */
export function entriesOf(users: unknown, userId: string): unknown[] {
  const rows: unknown[] = Array.isArray(users) ? users : [];
  const row = rows.find((each) => isRecord(each) && String(each['id']) === userId);
  const list = isRecord(row) ? row['permissionsList'] : undefined;
  return Array.isArray(list) ? list : [];
}

/** @returns the module of an entry, or undefined for one that is not as documented. */
const moduleOf = (entry: unknown): string | undefined => legacyPermission.safeParse(entry).data?.module;

/**
 * The list to send for a save, which replaces the one before: entries whose module stays are sent back as they came, and so are
 * those that nobody here can read.
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
