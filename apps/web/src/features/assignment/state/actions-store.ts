import { type Action } from '../rules/action.ts';

/** Actions somebody can come back to. */
const KEPT = 20;

export interface Actions {
  /** Newest first. */
  all: readonly Action[];
  /** Whose receipt is on screen. */
  shownId: string | null;
}

const NONE: Actions = { all: [], shownId: null };
const kept = new Map<string, Actions>();
const listeners = new Set<() => void>();

/** Fits `useSyncExternalStore`. */
export function subscribeActions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What a person did in an office. It outlives the screen, so that an answer that comes after it was left, or after
 * signing in again, still finds its place; `owner` names person and office, so that nobody finds another's.
 */
export const actionsOf = (owner: string): Actions => kept.get(owner) ?? NONE;

function change(owner: string, how: (actions: Actions) => Actions): void {
  kept.set(owner, how(actionsOf(owner)));
  for (const listener of listeners) listener();
}

/** Adds an action and shows its receipt. */
export function addAction(owner: string, action: Action): void {
  change(owner, ({ all }) => ({ all: [action, ...all].slice(0, KEPT), shownId: action.id }));
}

export function changeAction(owner: string, id: string, how: (action: Action) => Action): void {
  change(owner, ({ all, shownId }) => ({ all: all.map((each) => (each.id === id ? how(each) : each)), shownId }));
}

/** Shows an action's receipt, or none. */
export function showAction(owner: string, shownId: string | null): void {
  change(owner, ({ all }) => ({ all, shownId }));
}
