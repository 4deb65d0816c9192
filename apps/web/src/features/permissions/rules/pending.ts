import { MODULE_CODES, type ModuleCode, type User } from '@despacho/contracts';

/** Pending changes of one user: module → whether they should have it. `basedOn` is their list when the edit began. */
export interface Edit {
  readonly basedOn: readonly string[];
  readonly changes: ReadonlyMap<ModuleCode, boolean>;
}

/** Edits by user id, on top of the server's data. Never contains an edit without changes. */
export type Pending = ReadonlyMap<string, Edit>;

export interface Difference {
  added: readonly string[];
  removed: readonly string[];
}

/** Shared empty map, so that its identity is stable across renders. */
export const NOTHING_PENDING: Pending = new Map();

/** @returns the id as a string key; a host may send a number or a string. */
export const userKey = (user: User): string => String(user.id);

/** @returns the codes of a user without duplicates, or null if the host does not send a list. */
export function codesOf(user: User): readonly string[] | null {
  return user.permissionsList ? [...new Set(user.permissionsList.map(({ module }) => module))] : null;
}

/** @returns the map without one of its keys. */
export function withoutKey<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

const replace = (pending: Pending, id: string, edit: Edit): Pending =>
  edit.changes.size > 0 ? new Map(pending).set(id, edit) : withoutKey(pending, id);

const effective = (changes: Edit['changes'], codes: readonly string[]): Edit['changes'] =>
  new Map([...changes].filter(([module, on]) => codes.includes(module) !== on));

/** Records that `id`, who has `codes` now, should have `module` or not. Removes the record if that is already so. */
export function setModule(
  pending: Pending,
  id: string,
  codes: readonly string[],
  module: ModuleCode,
  on: boolean,
): Pending {
  const edit = pending.get(id) ?? { basedOn: codes, changes: new Map() };
  return replace(pending, id, { ...edit, changes: effective(new Map(edit.changes).set(module, on), codes) });
}

/** @returns the list to save: order and unknown codes kept, new modules appended in menu order. */
export function nextCodes(codes: readonly string[], edit: Edit | undefined): readonly string[] {
  if (!edit) return codes;
  const pendingValue = (module: string): boolean | undefined => edit.changes.get(module as ModuleCode);
  return [
    ...codes.filter((code) => pendingValue(code) !== false),
    ...MODULE_CODES.filter((code) => pendingValue(code) === true && !codes.includes(code)),
  ];
}

/** @returns the codes added and removed between two lists, ignoring order, or null if they hold the same codes. */
export function differenceOf(before: readonly string[], after: readonly string[]): Difference | null {
  const added = after.filter((code) => !before.includes(code));
  const removed = before.filter((code) => !after.includes(code));
  return added.length + removed.length > 0 ? { added, removed } : null;
}

/** @returns what someone else changed since the edit began, or null if it can be saved. */
export const conflictOf = (edit: Edit, codes: readonly string[]): Difference | null =>
  differenceOf(edit.basedOn, codes);

/** Restarts the edit of `id` from `codes`: after a save, or to apply it on top of a colleague's change. */
export function rebase(pending: Pending, id: string, codes: readonly string[]): Pending {
  const edit = pending.get(id);
  return edit ? replace(pending, id, { basedOn: codes, changes: effective(edit.changes, codes) }) : pending;
}

/**
 * Updates the edits for fresh data: drops changes that it already contains and keeps the rest, including edits of
 * users it does not list. Keeps `basedOn`, so that a colleague's change shows as a conflict.
 */
export function reconcile(pending: Pending, users: readonly User[]): Pending {
  let next = pending;
  for (const user of users) {
    const edit = next.get(userKey(user));
    const codes = codesOf(user);
    if (!edit || !codes) continue;
    const changes = effective(edit.changes, codes);
    if (changes.size !== edit.changes.size) next = replace(next, userKey(user), { ...edit, changes });
  }
  return next;
}

/** @returns how many cells differ from the server's data. */
export function countChanges(pending: Pending): number {
  return [...pending.values()].reduce((sum, { changes }) => sum + changes.size, 0);
}
