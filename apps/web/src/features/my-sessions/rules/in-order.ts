import { type OwnSession } from '@despacho/contracts';

/** @returns the current session first, then the others by last use, newest first. */
export const inOrder = (sessions: readonly OwnSession[]): OwnSession[] =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.usedAt.localeCompare(a.usedAt));
