import { useCallback, useState } from 'react';
import { type Outcome } from './outcome.ts';

/** Milliseconds that a row says it was saved. */
const SAVED_MS = 5000;

export type Outcomes = ReadonlyMap<string, Outcome>;

const NONE: Outcomes = new Map();

function without(outcomes: Outcomes, id: string): Outcomes {
  const next = new Map(outcomes);
  next.delete(id);
  return next;
}

/** How saving went for each person, by id, until it is old news. */
export function useOutcomes() {
  const [outcomes, setOutcomes] = useState(NONE);

  /** Tells how it goes with a person. That it went well is forgotten by itself. */
  const tell = useCallback((id: string, outcome: Outcome) => {
    setOutcomes((now) => new Map(now).set(id, outcome));
    if (outcome.state !== 'saved') return;
    setTimeout(() => {
      setOutcomes((now) => (now.get(id) === outcome ? without(now, id) : now));
    }, SAVED_MS);
  }, []);

  /** Forgets one person's, or everyone's. */
  const forget = useCallback((id?: string) => {
    setOutcomes((now) => (id === undefined ? NONE : without(now, id)));
  }, []);

  /** Forgets that a person was saved, because they have changed again. */
  const forgetSaved = useCallback((id: string) => {
    setOutcomes((now) => (now.get(id)?.state === 'saved' ? without(now, id) : now));
  }, []);

  return { outcomes, tell, forget, forgetSaved };
}
