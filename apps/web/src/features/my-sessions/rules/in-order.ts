import { type OwnSession } from '@despacho/contracts';

/** @returns the sessions with the one in use first, and then those used last before those used earlier. */
export const inOrder = (sessions: readonly OwnSession[]): OwnSession[] =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.usedAt.localeCompare(a.usedAt));
