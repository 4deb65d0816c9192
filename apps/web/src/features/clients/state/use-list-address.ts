import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListAddress, readAddress, writeAddress } from '../rules/list-address.ts';

/** Milliseconds after the last key before the address follows what is typed: a history entry per letter helps nobody. */
const FOLLOW_MS = 120;

/** The list's search, order and columns, kept in the address, so that coming back finds them. */
export function useListAddress(): readonly [ListAddress, (change: Partial<ListAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const said = params.toString();
  const [address, setAddress] = useState(() => readAddress(params));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(said);

  // Somebody else changed the address: back, forward, a link.
  useEffect(() => {
    if (said === written.current) return;
    written.current = said;
    clearTimeout(timer.current);
    setAddress(readAddress(new URLSearchParams(said)));
  }, [said]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  const change = useCallback(
    (part: Partial<ListAddress>) => {
      const next = { ...address, ...part };
      setAddress(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const nextParams = writeAddress(next);
        written.current = nextParams.toString();
        setParams(nextParams, { replace: true, preventScrollReset: true, state: { ignoreLoadingBar: true } });
      }, FOLLOW_MS);
    },
    [address, setParams],
  );
  return [address, change];
}
