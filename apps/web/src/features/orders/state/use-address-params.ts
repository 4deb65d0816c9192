import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * The query of the address, followed at once: the router writes it a moment later, and two changes in a row must not
 * undo each other.
 * @returns what the address says, and `change`, which replaces the entry of the history unless told to `push` one.
 */
export function useAddressParams(): readonly [URLSearchParams, (change: Change, manner?: { push?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const said = params.toString();
  const [shown, setShown] = useState(said);
  const latest = useRef(said);
  const ownWrites = useRef(new Set<string>());

  useEffect(() => {
    const isOwn = ownWrites.current.has(said);
    if (said === latest.current) ownWrites.current.clear();
    // Somebody else changed the address: back, forward, a link.
    if (isOwn || said === latest.current) return;
    latest.current = said;
    setShown(said);
  }, [said]);

  const change = useCallback(
    (how: Change, { push = false } = {}) => {
      const next = how(new URLSearchParams(latest.current)).toString();
      if (next === latest.current) return;
      latest.current = next;
      ownWrites.current.add(next);
      setShown(next);
      setParams(new URLSearchParams(next), {
        replace: !push,
        preventScrollReset: true,
        state: { ignoreLoadingBar: true },
      });
    },
    [setParams],
  );
  return [new URLSearchParams(shown), change];
}
