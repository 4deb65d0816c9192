import { isModuleCode, type ModuleCode, permissionLock, type User } from '@despacho/contracts';
import { type Lock, mayEndSessions, type Self } from '../rules/locks.ts';
import { codesOf, type Edit, userKey } from '../rules/pending.ts';
import { displayName } from '../rules/summary.ts';
import { type Edits } from '../state/use-edits.ts';
import { type ColleagueMarks } from '../state/use-colleagues.ts';
import { type Outcome } from '../state/outcome.ts';

/** All data that a row shows, for the matrix and for the phone list. */
export interface RowView {
  id: string;
  officeId: string;
  user: User;
  name: string;
  edit: Edit | undefined;
  lock: Lock | null;
  mayEndSessions: boolean;
  outcome: Outcome | undefined;
  conflict: boolean;
  changedBy: { by: string; fresh: boolean } | undefined;
}

/** The possible actions of a row's cells or of a phone's switches. */
export interface RowActions {
  /** Modules that the signed-in user may not change. */
  columnLocks: ReadonlyMap<ModuleCode, Lock>;
  onToggle: (id: string, codes: readonly string[], module: ModuleCode, on: boolean) => void;
  onLocked: (reason: string) => void;
  onBulkRow: (id: string, on: boolean) => void;
}

/** @returns one view per user, in the same order. */
export function rowViews(
  users: readonly User[],
  { edits, marks, me, officeId }: { edits: Edits; marks: ColleagueMarks; me: Self; officeId: string },
): RowView[] {
  return users.map((user) => {
    const id = userKey(user);
    const lock = permissionLock(me, user);
    return {
      id,
      officeId,
      user,
      name: displayName(user),
      edit: edits.pending.get(id),
      lock,
      mayEndSessions: mayEndSessions(me, user, lock),
      outcome: edits.outcomes.get(id),
      conflict: edits.conflicts.has(id),
      changedBy: marks.get(id),
    };
  });
}

/** @returns a user's codes without a column. */
export const othersOf = (user: User): readonly string[] => (codesOf(user) ?? []).filter((code) => !isModuleCode(code));

/** @returns «+2 otros: X99, Z1» for codes that are kept but have no column. */
export const othersLabel = (codes: readonly string[]): string =>
  `+${codes.length} ${codes.length === 1 ? 'otro' : 'otros'}: ${codes.join(', ')}`;
