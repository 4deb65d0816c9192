import { type Edits } from '../state/use-edits.ts';

/**
 * @returns for the bar: whose last save failed, got no response, or conflicts, and the number of changes that a save
 * would send.
 */
export function barState({ pending, outcomes, conflicts }: Pick<Edits, 'pending' | 'outcomes' | 'conflicts'>) {
  const ids = [...pending.keys()];
  const free = ids.filter((id) => !conflicts.has(id));
  return {
    failed: free.filter((id) => outcomes.get(id)?.state === 'failed'),
    unknown: free.filter((id) => outcomes.get(id)?.state === 'unknown'),
    conflicts: ids.filter((id) => conflicts.has(id)),
    savable: free.reduce((sum, id) => sum + (pending.get(id)?.changes.size ?? 0), 0),
  };
}
