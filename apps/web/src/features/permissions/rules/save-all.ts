import { type User } from '@despacho/contracts';
import { codesOf, conflictOf, nextCodes, type Pending, userKey } from './pending.ts';

export interface SaveTask {
  id: string;
  codes: readonly string[];
  basedOn: readonly string[];
}

/** Calls in flight at once: quick for an office, gentle on a gateway that checks the whole list for each. */
const WIDTH = 3;

/** The module without which nobody could manage the office's permissions any more. */
const KEEPER = 'G01';

/**
 * @returns one task per person whose edit can be saved as it is; conflicts and people who left the list wait. Who
 * receives the permissions module comes first, so that handing it over never leaves the office without anyone.
 */
export function planSave(pending: Pending, users: readonly User[]): SaveTask[] {
  const tasks: SaveTask[] = [];
  for (const user of users) {
    const edit = pending.get(userKey(user));
    const codes = codesOf(user);
    if (edit && codes && !conflictOf(edit, codes))
      tasks.push({ id: userKey(user), codes: nextCodes(codes, edit), basedOn: edit.basedOn });
  }
  const grantsKeeper = ({ id }: SaveTask): boolean => pending.get(id)?.wishes.get(KEEPER) === true;
  return [...tasks.filter(grantsKeeper), ...tasks.filter((task) => !grantsKeeper(task))];
}

/** Runs `save` for each task, a few at a time, in order of their start. `save` reports for itself and never rejects. */
export async function saveAll(tasks: readonly SaveTask[], save: (task: SaveTask) => Promise<void>): Promise<void> {
  const queue = [...tasks];
  const worker = async (): Promise<void> => {
    for (let task = queue.shift(); task; task = queue.shift()) await save(task);
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
}
