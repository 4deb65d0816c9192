import { type Edits } from '../state/use-edits.ts';

/** State of the changes bar, except for its sentence. */
interface BarState {
  /** People whose last save failed and whose edit has not changed since. */
  failed: readonly string[];
  /** People whose last save got no response. */
  unknown: readonly string[];
  conflicts: readonly string[];
  /** Number of changes that a save would send, without those in conflict. */
  savable: number;
}

/** @returns the bar's state from the pending edits, their outcomes and conflicts. */
export function barState({
  pending,
  outcomes,
  conflicts,
}: Pick<Edits, 'pending' | 'outcomes' | 'conflicts'>): BarState {
  const ids = [...pending.keys()];
  const clashing = ids.filter((id) => conflicts.has(id));
  return {
    failed: ids.filter((id) => !conflicts.has(id) && outcomes.get(id)?.state === 'failed'),
    unknown: ids.filter((id) => !conflicts.has(id) && outcomes.get(id)?.state === 'unknown'),
    conflicts: clashing,
    savable: ids.filter((id) => !conflicts.has(id)).reduce((sum, id) => sum + (pending.get(id)?.changes.size ?? 0), 0),
  };
}
