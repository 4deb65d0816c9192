import { useState } from 'react';
import { withoutKey } from '../rules/pending.ts';
import { type Outcome } from './outcome.ts';

/** How long a row shows that it was saved, in milliseconds. */
const SAVED_MS = 5000;

const NONE: ReadonlyMap<string, Outcome> = new Map();

/** Save outcome of each user, by id, until it expires. */
export function useOutcomes() {
  const [outcomes, setOutcomes] = useState(NONE);

  /** Sets a user's outcome. «Saved» expires after `SAVED_MS`. */
  const report = (id: string, outcome: Outcome): void => {
    setOutcomes((now) => new Map(now).set(id, outcome));
    if (outcome.state !== 'saved') return;
    setTimeout(() => setOutcomes((now) => (now.get(id) === outcome ? withoutKey(now, id) : now)), SAVED_MS);
  };

  /** Clears the outcome of one user, or of all. */
  const clear = (id?: string): void => {
    setOutcomes((now) => (id === undefined ? NONE : withoutKey(now, id)));
  };

  /** Clears a «saved» outcome, because the user was edited again. */
  const clearSaved = (id: string): void => {
    setOutcomes((now) => (now.get(id)?.state === 'saved' ? withoutKey(now, id) : now));
  };

  return { outcomes, report, clear, clearSaved };
}
