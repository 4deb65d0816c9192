import { type Edits } from '../state/use-edits.ts';

/** What the bar says and offers, apart from the sentence itself. */
interface BarState {
  /** People whose last save failed and who have not changed since. */
  failed: readonly string[];
  /** People whose last save got no answer. */
  unknown: readonly string[];
  conflicts: readonly string[];
  /** Changes that a save would send now: all but the conflicting people's. */
  savable: number;
}

/** @returns the bar's state: which of the pending people failed, conflict, or can simply be saved. */
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
    savable: ids.filter((id) => !conflicts.has(id)).reduce((sum, id) => sum + (pending.get(id)?.wishes.size ?? 0), 0),
  };
}
