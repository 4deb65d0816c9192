import { type QueryClient } from '@tanstack/react-query';
import { NOTHING_SELECTED, type Selection } from '../rules/selection.ts';

/**
 * The last selection, so that the table and the map of orders share it: they are never shown together. Kept with the
 * user's cache, which ends when the user signs out.
 */
const kept = new WeakMap<QueryClient, { officeId: string; selection: Selection }>();

/** @returns the selection kept for an office; empty if another office was shown since. */
export function keptSelection(client: QueryClient, officeId: string): Selection {
  const last = kept.get(client);
  return last?.officeId === officeId ? last.selection : NOTHING_SELECTED;
}

export function keepSelection(client: QueryClient, officeId: string, selection: Selection): void {
  kept.set(client, { officeId, selection });
}
