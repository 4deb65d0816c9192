import { type User } from '@despacho/contracts';
import { codesOf, conflictOf, nextCodes, type Pending, userKey } from './pending.ts';

export interface SaveTask {
  id: string;
  codes: readonly string[];
  basedOn: readonly string[];
}

/**
 * Concurrent calls. Fast enough for an office, with limited load on a gateway that checks the whole list per call.
 */
const CONCURRENCY = 3;

/** The permissions module: without a holder, nobody could manage the office's permissions. */
const PERMISSIONS_MODULE = 'G01';

/**
 * @returns one task per user whose edit can be saved; skips conflicts and users who left the list. Users who receive
 * the permissions module come first, so that handing it over never leaves the office without a holder.
 */
export function planSave(pending: Pending, users: readonly User[]): SaveTask[] {
  const tasks: SaveTask[] = [];
  for (const user of users) {
    const edit = pending.get(userKey(user));
    const codes = codesOf(user);
    if (edit && codes && !conflictOf(edit, codes))
      tasks.push({ id: userKey(user), codes: nextCodes(codes, edit), basedOn: edit.basedOn });
  }
  const grantsPermissions = ({ id }: SaveTask): boolean => pending.get(id)?.changes.get(PERMISSIONS_MODULE) === true;
  return [...tasks.filter(grantsPermissions), ...tasks.filter((task) => !grantsPermissions(task))];
}

/**
 * Runs `save` for each task, `CONCURRENCY` at a time, starting in order. `save` reports its own errors and must not reject.
 */
export async function saveAll(tasks: readonly SaveTask[], save: (task: SaveTask) => Promise<void>): Promise<void> {
  const queue = [...tasks];
  const worker = async (): Promise<void> => {
    for (let task = queue.shift(); task; task = queue.shift()) await save(task);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
