import { MODULE_CODES, type ModuleCode, type User } from '@despacho/contracts';

/** What is to change for one person: module → whether they should have it. `basedOn` is their list when it began. */
export interface Edit {
  readonly basedOn: readonly string[];
  readonly wishes: ReadonlyMap<ModuleCode, boolean>;
}

/** Edits by user id, on top of whatever the server says now. Holds no edit without a wish. */
export type Pending = ReadonlyMap<string, Edit>;

export interface Difference {
  added: readonly string[];
  removed: readonly string[];
}

/** The one empty set of edits, so that nothing pending is the same thing at every render. */
export const NOTHING_PENDING: Pending = new Map();

/** @returns the id as the key of edits and rows; a host may send a number or a text. */
export const userKey = (user: User): string => String(user.id);

/** @returns the codes of a user, without repetition; null when the service does not tell them. */
export function codesOf(user: User): readonly string[] | null {
  return user.permissionsList ? [...new Set(user.permissionsList.map(({ module }) => module))] : null;
}

function replace(pending: Pending, id: string, edit: Edit): Pending {
  const next = new Map(pending);
  if (edit.wishes.size > 0) next.set(id, edit);
  else next.delete(id);
  return next;
}

const unmet = (wishes: Edit['wishes'], codes: readonly string[]): Edit['wishes'] =>
  new Map([...wishes].filter(([module, on]) => codes.includes(module) !== on));

/** Wishes that `id`, who has `codes` now, should have `module` or not. A wish for what is so already is no wish. */
export function wish(pending: Pending, id: string, codes: readonly string[], module: ModuleCode, on: boolean): Pending {
  const edit = pending.get(id) ?? { basedOn: codes, wishes: new Map() };
  return replace(pending, id, { ...edit, wishes: unmet(new Map(edit.wishes).set(module, on), codes) });
}

/** @returns the list as it would be saved: order and unknown codes kept, new modules at the end in menu order. */
export function nextCodes(codes: readonly string[], edit: Edit | undefined): readonly string[] {
  if (!edit) return codes;
  const wished = (module: string): boolean | undefined => edit.wishes.get(module as ModuleCode);
  return [
    ...codes.filter((code) => wished(code) !== false),
    ...MODULE_CODES.filter((code) => wished(code) === true && !codes.includes(code)),
  ];
}

/** @returns what lies between two lists, whatever their order; null when they hold the same codes. */
export function differenceOf(before: readonly string[], after: readonly string[]): Difference | null {
  const added = after.filter((code) => !before.includes(code));
  const removed = before.filter((code) => !after.includes(code));
  return added.length + removed.length > 0 ? { added, removed } : null;
}

/** @returns what someone else changed since the edit began, or null when it can be saved as it is. */
export const conflictOf = (edit: Edit, codes: readonly string[]): Difference | null =>
  differenceOf(edit.basedOn, codes);

/** Starts the edit of `id` anew from `codes`: after a save, or when a person chose to apply it on a colleague's work. */
export function rebase(pending: Pending, id: string, codes: readonly string[]): Pending {
  const edit = pending.get(id);
  return edit ? replace(pending, id, { basedOn: codes, wishes: unmet(edit.wishes, codes) }) : pending;
}

/**
 * Fits the edits to fresh data: wishes that came true meanwhile are dropped, everything else stays, also for people the
 * fresh list does not hold. `basedOn` is kept, so that a colleague's change shows as a conflict.
 */
export function reconcile(pending: Pending, users: readonly User[]): Pending {
  let next = pending;
  for (const user of users) {
    const edit = next.get(userKey(user));
    const codes = codesOf(user);
    if (!edit || !codes) continue;
    const wishes = unmet(edit.wishes, codes);
    if (wishes.size !== edit.wishes.size) next = replace(next, userKey(user), { ...edit, wishes });
  }
  return next;
}

/** @returns the edits without that of `id`. */
export function discard(pending: Pending, id: string): Pending {
  const next = new Map(pending);
  next.delete(id);
  return next;
}

/** @returns how many cells differ from the server's. */
export function countChanges(pending: Pending): number {
  return [...pending.values()].reduce((sum, { wishes }) => sum + wishes.size, 0);
}
